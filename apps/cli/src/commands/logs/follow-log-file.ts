import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastLines } from '#running/tail.ts';

const POLL_MS = 250;
const PART_BYTES = 65_536;

/**
 * Prints the last lines of a file, and then what is added, until a signal ends this process. When the log begins a new
 * file, the new one is followed.
 * @throws the error of the file system if the file does not exist
 */
export async function followLogFile(file: string, lines: number): Promise<string> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  process.once('SIGINT', end);
  // The reader of a pipe, such as `head`, may close it.
  process.stdout.once('error', end);
  let { ino, size: position } = statSync(file);
  process.stdout.write(lastLines(file, lines));
  while (!ending.signal.aborted) {
    await sleep(POLL_MS);
    const now = statSync(file, { throwIfNoEntry: false });
    if (now === undefined) continue;
    if (now.ino !== ino || now.size < position) ({ ino, position } = { ino: now.ino, position: 0 });
    position = printFrom(file, position, now.size);
  }
  return '';
}

/** Prints the bytes from `position` to `end`. @returns the new position */
function printFrom(file: string, position: number, end: number): number {
  const handle = openSync(file, 'r');
  const bytes = Buffer.alloc(PART_BYTES);
  let done = position;
  try {
    while (done < end) {
      const read = readSync(handle, bytes, 0, Math.min(bytes.length, end - done), done);
      if (read === 0) break;
      process.stdout.write(bytes.subarray(0, read));
      done += read;
    }
  } finally {
    closeSync(handle);
  }
  return done;
}
