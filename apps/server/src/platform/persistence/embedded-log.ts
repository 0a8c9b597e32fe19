import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { lastLineOf } from './postgres-program.ts';

/** Size in bytes at which the lines of the log move to the earlier file, which has at most this size too. */
const LOG_BYTES = 10 * 2 ** 20;

const NO_SPACE = /No space left on device|Disk quota exceeded/;
const LAST_LINES = 10;

/** Returns the path of the file that receives the output of the embedded server. */
export const logFile = (dataFolder: string): string => join(dataFolder, 'postgres.log');
/** Returns the path of the file that has the lines before those of the log. */
export const earlierLogFile = (dataFolder: string): string => join(dataFolder, 'postgres.old.log');

/**
 * The log of the embedded server, which writes into the file by itself: it outlives this process, so a pipe to this
 * process would end its log. This process limits the size from outside. Text is lost rather than a failure caused.
 */
export class EmbeddedLog {
  readonly #dataFolder: string;
  readonly #mostBytes: number;
  /** Where the lines of the latest run of the server begin. */
  #start = 0;

  constructor(dataFolder: string, mostBytes = LOG_BYTES) {
    this.#dataFolder = dataFolder;
    this.#mostBytes = mostBytes;
  }

  /**
   * Opens the file for the next run of the server, which adds its lines to the earlier ones. The caller closes it.
   * @returns the file descriptor
   */
  open(): number {
    this.limit();
    const log = openSync(logFile(this.#dataFolder), 'a', 0o600);
    this.#start = fstatSync(log).size;
    return log;
  }

  /** Moves the lines to the earlier file if the log has reached its size. */
  limit(): void {
    const file = logFile(this.#dataFolder);
    try {
      if (statSync(file).size < this.#mostBytes) return;
      this.#keep(file);
      // The server appends, so that its next line goes to the new end of the file.
      truncateSync(file);
      this.#start = 0;
    } catch {
      // The log is missing or cannot be written. The server runs without it.
    }
  }

  /** Returns the last error of the latest run, or its last line. */
  reason(): string {
    return lastLineOf(logFile(this.#dataFolder), this.#start);
  }

  /** Returns true if the last lines of the latest run name a full disk. */
  saysDiskIsFull(): boolean {
    const text = readFileSync(logFile(this.#dataFolder)).subarray(this.#start).toString('utf8');
    return NO_SPACE.test(text.split('\n').slice(-LAST_LINES).join('\n'));
  }

  #keep(file: string): void {
    const earlier = earlierLogFile(this.#dataFolder);
    try {
      writeFileSync(earlier, endOf(file, this.#mostBytes), { mode: 0o600 });
    } catch {
      // A part of the lines on a full disk would need space that the server needs more.
      rmSync(earlier, { recursive: true, force: true });
    }
  }
}

/** Returns at most the last `bytes` of a file. */
function endOf(file: string, bytes: number): Buffer {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const end = Buffer.alloc(Math.min(size, bytes));
    return end.subarray(0, readSync(handle, end, 0, end.length, size - end.length));
  } finally {
    closeSync(handle);
  }
}
