import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { PRICE_FILE_MAX_BYTES } from '@vigia/contract';

/** Why the bytes of an upload could not be read. `cut_off` means that the connection ended before the file did. */
export type UploadFault = 'too_large' | 'unpacks_too_large' | 'not_gzip' | 'archive' | 'cut_off';

/** Thrown by a stream of bytes that cannot be read to its end. */
export class UnreadableUploadError extends Error {
  readonly fault: UploadFault;

  constructor(fault: UploadFault, options?: ErrorOptions) {
    super(`the upload is broken: ${fault}`, options);
    this.fault = fault;
  }
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 9) < 9;

/**
 * Yields the content of a file chunk by chunk. Decompresses it if it starts with the bytes of gzip, whatever its name.
 * Decompresses only what the reader requests, so a decompression bomb stops at the limit.
 * @param onReceived called with the number of bytes received so far
 * @throws UnreadableUploadError
 */
export async function* decompressUpload(
  body: AsyncIterable<Uint8Array>,
  onReceived: (bytes: number) => void,
  maxBytes = PRICE_FILE_MAX_BYTES,
): AsyncGenerator<Uint8Array> {
  const chunks = counted(body, onReceived, maxBytes);
  const first = await chunks.next();
  if (first.done) return;
  if (isZip(first.value)) throw new UnreadableUploadError('archive');
  const all = startingWith(first.value, chunks);
  if (isGzip(first.value)) yield* gunzipped(all, maxBytes);
  else yield* all;
}

async function* startingWith(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  onReceived: (bytes: number) => void,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new UnreadableUploadError('too_large');
      onReceived(bytes);
      yield chunk;
    }
  } catch (cause) {
    throw cause instanceof UnreadableUploadError ? cause : new UnreadableUploadError('cut_off', { cause });
  }
}

async function* gunzipped(packed: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  const text = new PassThrough();
  const unpacking = pipeline(Readable.from(packed, { objectMode: false }), createGunzip(), text);
  unpacking.catch(() => undefined);
  let bytes = 0;
  try {
    for await (const chunk of text) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new UnreadableUploadError('unpacks_too_large');
      yield chunk;
    }
    await unpacking;
  } catch (cause) {
    throw cause instanceof UnreadableUploadError ? cause : new UnreadableUploadError('not_gzip', { cause });
  } finally {
    if (!text.destroyed) {
      text.destroy();
      await once(text, 'close');
    }
  }
}
