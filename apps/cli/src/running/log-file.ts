import { join } from 'node:path';
import { createStream } from 'rotating-file-stream';

/** Number of old log files that are kept. */
const KEPT_FILES = 5;
/** Size in bytes at which a log file is closed and a new one begins. */
const FILE_SIZE = '10M';

const FILE = 'vigia.log';

export const logFolder = (dataFolder: string): string => join(dataFolder, 'logs');

/** Returns the log file that is being written. Older ones are beside it, with the time in their names. */
export const currentLogFile = (dataFolder: string): string => join(logFolder(dataFolder), FILE);

/** A log with a limited size. */
export type LogFile = { readonly write: (text: Buffer | string) => void; readonly close: () => Promise<void> };

/**
 * Opens the log of a data folder. Its files need 60 MB at most. If a write fails, for example on a full disk, the log
 * loses text and the server keeps running.
 */
export function openSupervisorLog(dataFolder: string): LogFile {
  const name = (time: number | Date | null, index?: number): string =>
    time === null ? FILE : `vigia-${new Date(time).toISOString().replaceAll(':', '-')}-${index ?? 1}.log`;
  const stream = createStream(name, {
    path: logFolder(dataFolder),
    size: FILE_SIZE,
    maxFiles: KEPT_FILES,
    mode: 0o600,
  });
  stream.on('error', () => undefined);
  return {
    write: (text) => void stream.write(text),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}
