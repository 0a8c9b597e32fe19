import { resolve } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** The backups that the server takes itself, once a day. */
export type BackupChoice = {
  /** Absolute path of the folder of the backups. */
  readonly folder: string;
  /** File whose first line is the passphrase; null if the settings contain the passphrase. */
  readonly keyFile: string | null;
  /** Passphrase of the backups; null if a file contains it. */
  readonly passphrase: string | null;
  /** Number of backups that are kept. */
  readonly kept: number;
};

type BackupSettings = {
  readonly folder: string | undefined;
  readonly keyFile: string | undefined;
  readonly passphrase: string | undefined;
  readonly kept: number;
};

/**
 * Reads the settings of the scheduled backups. Without a folder there are none.
 * @throws StartupError (exit code 2) if a folder is set without a passphrase
 */
export function readBackups({ folder, keyFile, passphrase, kept }: BackupSettings): BackupChoice | null {
  if (folder === undefined) return null;
  if (keyFile === undefined && passphrase === undefined)
    throw new StartupError(
      'VIGIA_BACKUP_DIR pide copias cifradas y falta su frase: ponla en la primera línea de un archivo con permisos 600 y di cuál con VIGIA_BACKUP_KEY_FILE.',
      { exitCode: 2 },
    );
  return { folder: resolve(folder), keyFile: keyFile ?? null, passphrase: passphrase ?? null, kept };
}
