import { writeSync } from 'node:fs';
import type { CommandOutput } from './command.ts';

const STDOUT = 1;
/** Number of characters that are written at once. */
const PART_LENGTH = 65_536;
/** Pause before the next attempt to write to a full pipe, in milliseconds. */
const PAUSE_MS = 2;

/** Destination of an output. */
export type OutputTarget = {
  readonly writeText: (text: string) => void;
  /** Writes a part of a long output. @returns false once the reader has closed the output */
  readonly writePart: (part: string) => boolean;
};

/** Writes the output of a command. An output of any length needs the memory of one part. */
export function writeOutput(output: CommandOutput, { writeText, writePart }: OutputTarget): void {
  if (typeof output === 'string') return writeText(output);
  let part = '';
  let isOpen = true;
  const flush = (): void => {
    if (isOpen && part !== '') isOpen = writePart(part);
    part = '';
  };
  output((text) => {
    part += text;
    if (part.length >= PART_LENGTH) flush();
  });
  flush();
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, PAUSE_MS);
}

/**
 * Writes bytes and waits for the reader of a full pipe. `process.stdout` would keep everything in memory that the
 * reader has not taken yet.
 * @param write writes some of the bytes and returns their number
 * @returns false if the reader has closed the pipe
 */
export function writeAll(part: string, write: (bytes: Uint8Array) => number, wait: () => void): boolean {
  let bytes: Uint8Array = Buffer.from(part);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(write(bytes));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') return false;
      if (code !== 'EAGAIN') throw error;
      wait();
    }
  }
  return true;
}

/** Standard output. The reader of a pipe, such as `head`, may close it early; that is not an error. */
export const STANDARD_OUTPUT: OutputTarget = {
  writeText: (text) => {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
    process.stdout.write(text);
  },
  writePart: (part) => writeAll(part, (bytes) => writeSync(STDOUT, bytes), pause),
};
