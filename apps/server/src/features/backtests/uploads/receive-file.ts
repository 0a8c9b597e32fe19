import { err, ok, type Result } from '@vigia/core/kernel';
import type { RawFile } from '../threads/protocol.ts';

const BLOCK_BYTES = 1_048_576;

/** Reads a body into shared memory as it arrives. The declared size is not trusted, and reading stops at the limit. */
export async function receiveFile(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Result<RawFile, 'too_large'>> {
  const blocks: SharedArrayBuffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    if (bytes + chunk.length > maxBytes) return err('too_large');
    for (let at = 0; at < chunk.length; ) {
      const offset = bytes % BLOCK_BYTES;
      if (offset === 0) blocks.push(new SharedArrayBuffer(BLOCK_BYTES));
      const last = blocks.at(-1);
      if (last === undefined) throw new Error('a block was just made');
      const part = chunk.subarray(at, at + BLOCK_BYTES - offset);
      new Uint8Array(last).set(part, offset);
      bytes += part.length;
      at += part.length;
    }
  }
  return ok({ blocks, bytes });
}
