import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { errorCode, StartupError } from '../startup-error.ts';
import { AGE_FIRST_LINE, type BackupPassphrase } from './age-stream.ts';
import type { BackupSource } from './backup-source.ts';
import { encryptedBackup } from './encrypted-file.ts';
import { folderBackup } from './folder-backup.ts';

/**
 * Returns the form of the backup at a path: an encrypted file, or a folder that is not encrypted.
 * @throws StartupError if the path is neither
 */
export function backupForm(path: string): 'encrypted' | 'folder' {
  try {
    if (statSync(path).isDirectory()) return 'folder';
    if (firstBytes(path, AGE_FIRST_LINE.length) === AGE_FIRST_LINE) return 'encrypted';
  } catch (cause) {
    const reason = errorCode(cause) === 'ENOENT' ? 'no existe' : `no se puede leer (${errorCode(cause)})`;
    throw new StartupError(`La copia «${path}» ${reason}. No se tocó nada.`, { exitCode: 2, cause });
  }
  throw new StartupError(`«${path}» no es una copia de seguridad de Vigía. No se tocó nada.`, { exitCode: 2 });
}

/** Opens the backup at a path. `passphrase` is called only for an encrypted backup. */
export async function openBackup(path: string, passphrase: () => Promise<BackupPassphrase>): Promise<BackupSource> {
  return backupForm(path) === 'folder' ? folderBackup(path) : encryptedBackup(path, await passphrase());
}

function firstBytes(file: string, count: number): string {
  const bytes = Buffer.alloc(count);
  const handle = openSync(file, 'r');
  try {
    return bytes.toString('latin1', 0, readSync(handle, bytes, 0, count, 0));
  } finally {
    closeSync(handle);
  }
}
