import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../persistence/make-folder.ts';
import { errorCode, StartupError } from '../startup-error.ts';

const KEY_BYTES = 32;

export const masterKeyFile = (dataFolder: string): string => join(dataFolder, 'keys', 'master.key');

/**
 * Returns a warning if the master key is in the data folder, because a copy of the folder would contain the data and
 * the key that decrypts them. Otherwise returns null.
 */
export function keyLocationWarning(dataFolder: string, given: Buffer | null): string | null {
  const file = masterKeyFile(dataFolder);
  if (!existsSync(file) || (given !== null && !holds(file, given))) return null;
  return `Aviso: la clave maestra (${file}) está en la carpeta de datos: quien copie la carpeta se lleva los datos y su clave. Pásala a VIGIA_MASTER_KEY y guarda otra copia aparte (docs/operations.md, «La clave maestra»).`;
}

/** Returns true if a readable file contains this key. */
function holds(file: string, key: Buffer): boolean {
  try {
    return readFileSync(file).equals(key);
  } catch {
    return false;
  }
}

/** Returns the path of the next key during a rotation. */
export const nextKeyFile = (dataFolder: string): string => `${masterKeyFile(dataFolder)}.next`;

export type MasterKeyOptions = {
  readonly dataFolder: string;
  /** The key from the environment, which takes precedence over the file; null if there is none. */
  readonly given: Buffer | null;
  /** True if the database already contains encrypted data. No key is created in this case. */
  readonly hasSealedData: boolean;
};

/**
 * Returns the key that encrypts secrets. The first start creates it outside the database, in a file that only its owner
 * can read.
 * @throws StartupError if the key is missing while data exists, if others can read it, or if it does not have 32 bytes
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
  return { key: readKey(file, stat.mode), created: false };
}

/**
 * Returns the new key of a rotation in progress, or null if there is none.
 * @throws StartupError for the same reasons as the master key
 */
export function readNextKey(dataFolder: string): Buffer | null {
  const file = nextKeyFile(dataFolder);
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? readKey(file, stat.mode) : null;
}

/** Creates the new key, or returns the key that an interrupted rotation created. */
export const makeNextKey = (dataFolder: string): Buffer =>
  readNextKey(dataFolder) ?? createKey(nextKeyFile(dataFolder));

/** Makes the new key the master key and deletes the previous key, which no row may reference any more. */
export function takeNextKey(dataFolder: string): void {
  renameSync(nextKeyFile(dataFolder), masterKeyFile(dataFolder));
}

function readKey(file: string, mode: number): Buffer {
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new StartupError(
      `Otros usuarios pueden leer la clave maestra: ejecuta «chmod 600 ${file}» y vuelve a arrancar.`,
    );
  const key = readFileSync(file);
  if (key.length !== KEY_BYTES)
    throw new StartupError(
      `La clave maestra ${file} está dañada (${key.length} bytes, debe tener ${KEY_BYTES}): recupérala de tu copia.`,
    );
  return key;
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
