import { existsSync } from 'node:fs';
import type { BackupManifest } from '#platform/backup/manifest.ts';
import { checkBackup, restoreBackup } from '#platform/backup/restore-backup.ts';
import { takeBackup } from '#platform/backup/take-backup.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Config } from '#platform/config/config.ts';
import { masterKeyFile } from '#platform/crypto/master-key.ts';
import { connectDatabase } from './connect-database.ts';
import { openStorage } from './storage.ts';
import { UndoStack } from './undo-stack.ts';

/** Facts about a backup: its time, its numbers of tables and rows, and its key. */
export type BackedUp = {
  readonly takenAt: string;
  readonly tables: number;
  readonly rows: number;
  /**
   * File of the key that encrypts the secrets in the backup; the backup does not contain it. null: the settings contain
   * the key.
   */
  readonly keyFile: string | null;
  readonly hasKey: boolean;
};

/**
 * Writes all rows of the database into a new folder, with or without a running server.
 * @throws StartupError if the database cannot be reached or the folder cannot be written
 */
export async function backUp(config: Config, folder: string): Promise<BackedUp> {
  const undo = new UndoStack();
  try {
    const { access } = await connectDatabase(config, 'copia de seguridad', undo);
    return figures(config, await takeBackup(access.owner, folder, systemClock));
  } finally {
    await undo.run();
  }
}

/**
 * Restores a backup to a database without accounts, embedded or external; no server may run on it meanwhile.
 * @throws StartupError if the backup is incomplete, or the database has accounts
 */
export async function restore(config: Config, folder: string): Promise<BackedUp> {
  const undo = new UndoStack();
  try {
    const manifest = await checkBackup(folder);
    const { access } = await openStorage(config, 'restauración', undo);
    await restoreBackup(access.owner, folder, manifest);
    return figures(config, manifest);
  } finally {
    await undo.run();
  }
}

function figures({ dataFolder, masterKey }: Config, { takenAt, tables }: BackupManifest): BackedUp {
  const keyFile = masterKey === null ? masterKeyFile(dataFolder) : null;
  return {
    takenAt,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    keyFile,
    hasKey: keyFile === null || existsSync(keyFile),
  };
}
