import { StartupError } from '../startup-error.ts';
import type { TableShape } from './schema-shape.ts';

/** The description of a backup, without its rows. */
export type BackupHead = {
  /** ISO 8601, UTC. */
  readonly takenAt: string;
  /** The applied migration steps of its schema, in order. */
  readonly migrations: readonly { readonly number: number; readonly checksum: string }[];
  /** The days that had a partition, such as `2026-11-21`. */
  readonly days: readonly string[];
  /** The tables. Each is listed after the tables that it references. */
  readonly tables: readonly TableShape[];
  readonly sequences: readonly { readonly name: string; readonly lastValue: number }[];
};

/** Receives rows of one table. Each line is PostgreSQL's text of a whole row as a JSON string. */
export type RowsReceiver = (table: TableShape, lines: readonly string[]) => Promise<void>;

/** A backup that can be read from start to end any number of times. */
export interface BackupSource {
  /** False if anyone who can read the files can also change them unnoticed. */
  readonly isEncrypted: boolean;
  /**
   * Reads every row, and checks that no row is missing, added or altered.
   * @throws StartupError if the backup is incomplete, or has another passphrase
   */
  read(onRows: RowsReceiver): Promise<{ readonly head: BackupHead; readonly rows: number }>;
}

/**
 * Runs `read` and converts its errors to a sentence about the damaged backup. Errors of `onRows` and errors that
 * already are sentences pass unchanged.
 */
export async function readWithBackupErrors<T>(
  place: string,
  onRows: RowsReceiver,
  read: (onRows: RowsReceiver) => Promise<T>,
): Promise<T> {
  const refusals: unknown[] = [];
  try {
    return await read(async (table, lines) => {
      await onRows(table, lines).catch((error: unknown) => {
        refusals.push(error);
        throw error;
      });
    });
  } catch (cause) {
    if (refusals.length > 0) throw refusals[0];
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(
      `La copia está dañada: «${place}» falta, está cortado o no es como se escribió. No se tocó nada.`,
      { cause },
    );
  }
}
