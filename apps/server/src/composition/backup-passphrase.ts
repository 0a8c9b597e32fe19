import { readFileSync, realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { BackupPassphrase } from '#platform/backup/age-stream.ts';
import { errorCode, StartupError } from '#platform/startup-error.ts';

/** Shortest passphrase for a new backup, because a thief of the file can make any number of attempts. */
const LEAST_LENGTH = 12;

/**
 * Sources of the passphrase of a backup. The arguments are not among them, because every user of the machine can read
 * them.
 */
export type PassphraseSource = {
  /** File whose first line is the passphrase; null means that the setting or the terminal provides it. */
  readonly keyFile: string | null;
  /** VIGIA_BACKUP_PASSPHRASE; null if it is not set. */
  readonly setting: string | null;
  /** Asks in the terminal without an echo; null if there is no terminal. */
  readonly ask: ((purpose: PassphrasePurpose) => Promise<string>) | null;
};

/** The use of a passphrase: `seal` for a new backup, `open` for an existing one. */
export type PassphrasePurpose = 'seal' | 'open';

/**
 * Reads the passphrase of a backup.
 * @throws StartupError if there is none, it is too short for a new backup, or the key file is unsafe
 */
export async function readPassphrase(
  dataFolder: string,
  { keyFile, setting, ask }: PassphraseSource,
  purpose: PassphrasePurpose,
): Promise<BackupPassphrase> {
  const text = keyFile === null ? (setting ?? (await ask?.(purpose)) ?? '') : readKeyFile(dataFolder, keyFile);
  if (text === '') throw new StartupError(MISSING[purpose], { exitCode: 2 });
  if (purpose === 'seal' && text.length < LEAST_LENGTH)
    throw new StartupError(
      `La frase de la copia tiene menos de ${LEAST_LENGTH} caracteres: quien tenga el archivo podría adivinarla. Usa varias palabras al azar.`,
      { exitCode: 2 },
    );
  return { text };
}

const SOURCES =
  'ponla en la primera línea de un archivo y dilo con «--key-file ARCHIVO», o en VIGIA_BACKUP_PASSPHRASE; en una terminal se pregunta';
const MISSING: Readonly<Record<PassphrasePurpose, string>> = {
  open: `Falta la frase de la copia: ${SOURCES}. No se tocó nada.`,
  seal: `Falta la frase para la copia: ${SOURCES}. Si cualquiera puede leerla, dilo con todas las letras: --unencrypted "sin cifrar".`,
};

function readKeyFile(dataFolder: string, file: string): string {
  const path = resolve(file);
  let text: string;
  let mode: number;
  try {
    mode = statSync(path).mode;
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new StartupError(`El archivo de clave «${file}» no se puede leer (${errorCode(cause)}).`, {
      exitCode: 2,
      cause,
    });
  }
  if (isWithin(dataFolder, path))
    throw new StartupError(
      `El archivo de clave «${file}» está en la carpeta de datos: quien se lleve la carpeta se lleva la clave. Ponlo fuera.`,
      { exitCode: 2 },
    );
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new StartupError(`Otros usuarios pueden leer «${file}»: ejecuta «chmod 600 ${file}».`, { exitCode: 2 });
  return (text.split('\n')[0] ?? '').replace(/\r$/, '');
}

function isWithin(folder: string, path: string): boolean {
  const real = (name: string): string => {
    try {
      return realpathSync(name);
    } catch {
      return resolve(name);
    }
  };
  return real(path).startsWith(`${real(folder)}${sep}`);
}
