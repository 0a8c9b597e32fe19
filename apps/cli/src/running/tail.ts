import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Number of bytes that are searched for the last lines. */
const SEARCHED_BYTES = 262_144;

/**
 * Returns the last lines of a file, with their line ends.
 * @throws the error of the file system
 */
export function lastLines(file: string, count: number): string {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const bytes = Buffer.alloc(Math.min(size, SEARCHED_BYTES));
    const read = readSync(handle, bytes, 0, bytes.length, size - bytes.length);
    const lines = bytes.toString('utf8', 0, read).split(/(?<=\n)/);
    return lines.slice(-count).join('');
  } finally {
    closeSync(handle);
  }
}
