import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type CommandFailure, wrongInputFailure } from './command.ts';
import { MESSAGES } from './messages.es.ts';

/**
 * Largest unpacked size of a compressed file in bytes, enough for about 20 million candles. The command refuses a
 * larger file as a decompression bomb.
 */
const UNPACKED_BYTES_MAX = 1_073_741_824;

/**
 * Smallest step in bytes by which the unpack buffer grows. The step is the unpacked size that the file declares, within
 * limits, so that a correct file of usual size needs one step.
 */
const STEP_BYTES_MIN = 65_536;
const STEP_BYTES_MAX = 67_108_864;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/**
 * Returns true if the first bytes look like text. The first bytes of a binary file nearly always contain a byte that
 * text never contains.
 */
const isText = (bytes: Uint8Array): boolean => !bytes.subarray(0, 1_024).some((byte) => byte < 9 || byte === 127);

/**
 * Returns the number of bytes by which the unpack buffer grows. The last bytes of a gzip file contain the unpacked
 * size.
 */
function stepBytes(packed: Uint8Array): number {
  const { buffer, byteOffset, byteLength } = packed;
  const statedBytes = byteLength < 4 ? 0 : new DataView(buffer, byteOffset + byteLength - 4).getUint32(0, true);
  return Math.min(Math.max(statedBytes, STEP_BYTES_MIN), STEP_BYTES_MAX);
}

/** Returns the sentence that explains why a file could not be opened. */
export function unreadableFileText(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return MESSAGES.fileMissing(file);
  if (code === 'EISDIR') return MESSAGES.fileIsFolder(file);
  if (code === 'EACCES' || code === 'EPERM') return MESSAGES.fileForbidden(file);
  return MESSAGES.fileUnreadable(file, code);
}

/**
 * Reads a file. Unpacks the bytes if they begin with the gzip signature, whatever the name of the file. A file that
 * ends in `.gz` without that signature is accepted only if it is plain text.
 */
export async function readInput(file: string): Promise<Result<Uint8Array, CommandFailure>> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    return err(wrongInputFailure(unreadableFileText(file, error)));
  }
  if (!isGzip(bytes)) {
    const isFake = file.toLowerCase().endsWith('.gz') && !isText(bytes);
    return isFake ? err(wrongInputFailure(MESSAGES.fileFakeGzip(file))) : ok(bytes);
  }
  try {
    return ok(gunzipSync(bytes, { maxOutputLength: UNPACKED_BYTES_MAX, chunkSize: stepBytes(bytes) }));
  } catch {
    return err(wrongInputFailure(MESSAGES.fileNotGzip(file)));
  }
}
