import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../persistence/make-folder.ts';
import { errorCode, StartupError } from '../startup-error.ts';

const KEY_BYTES = 32;

export const masterKeyFile = (dataFolder: string): string => join(dataFolder, 'keys', 'master.key');

export type MasterKeyOptions = {
  readonly dataFolder: string;
  /** Key given by the environment; it goes before the file. */
  readonly given: Buffer | null;
  /** Whether the database already holds something sealed: then a key is never made up. */
  readonly hasSealedData: boolean;
};

/**
 * The key under which secrets are sealed. Made on the first start, in a file only its owner can read, outside the database.
 * @throws StartupError if it is missing while data exists, open to others, or not 32 bytes
 */
export function loadMasterKey({ dataFolder, given, hasSealedData }: MasterKeyOptions): {
  key: Buffer;
  created: boolean;
} {
  if (given) return { key: given, created: false };
  const file = masterKeyFile(dataFolder);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat && hasSealedData)
    throw new StartupError(
      `Falta la clave maestra ${file} y los datos están cifrados con ella: recupérala de tu copia o define VIGIA_MASTER_KEY; los datos no se tocaron.`,
    );
  if (!stat) return { key: createKey(file), created: true };
  if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0)
    throw new StartupError(
      `Otros usuarios pueden leer la clave maestra: ejecuta «chmod 600 ${file}» y vuelve a arrancar.`,
    );
  const key = readFileSync(file);
  if (key.length !== KEY_BYTES)
    throw new StartupError(
      `La clave maestra ${file} está dañada (${key.length} bytes, debe tener ${KEY_BYTES}): recupérala de tu copia.`,
    );
  return { key, created: false };
}

function createKey(file: string): Buffer {
  const key = randomBytes(KEY_BYTES);
  try {
    makeFolder(dirname(file));
    writeFileSync(file, key, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    throw new StartupError(`No se pudo crear la clave maestra ${file} (${errorCode(cause)}).`, { cause });
  }
  chmodSync(file, 0o600);
  return key;
}
