import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import type { PostgresBinaries } from './embedded-binaries.ts';
import { makeFolder } from './make-folder.ts';
import { type CommandWrapper, lastLine, runProgram } from './postgres-program.ts';

/** Name of the superuser of the embedded server. */
export const SUPERUSER_NAME = 'vigia_admin';

export const clusterFolder = (dataFolder: string): string => join(dataFolder, 'postgres');
const passwordFile = (dataFolder: string): string => join(dataFolder, 'keys', 'postgres.password');

/** Returns true if this data folder already contains an embedded database. */
export const hasEmbeddedData = (dataFolder: string): boolean =>
  existsSync(join(clusterFolder(dataFolder), 'PG_VERSION'));

/** Returns the password of the roles of the embedded server. Returns null if its file is missing or empty. */
export function readPassword(dataFolder: string): string | null {
  const file = passwordFile(dataFolder);
  return (existsSync(file) && readFileSync(file, 'utf8').trim()) || null;
}

/**
 * Refuses a folder that contains only a part of a database, because a new database in its place would hide the data.
 * @throws StartupError that names the missing part
 */
export function assertCompleteFolder(dataFolder: string): void {
  const cluster = clusterFolder(dataFolder);
  if (hasEmbeddedData(dataFolder)) {
    if (readPassword(dataFolder) !== null) return;
    throw new StartupError(
      `Falta la contraseña de la base de datos incluida (${passwordFile(dataFolder)}) y ya hay datos: recupera el archivo de tu copia de la carpeta.`,
    );
  }
  if (existsSync(cluster) && readdirSync(cluster).length > 0)
    throw new StartupError(
      `La base de datos de ${cluster} está dañada: falta su archivo PG_VERSION. Aparta esa carpeta y restaura tu última copia con «vigia restore».`,
    );
}

/**
 * Creates the cluster in a temporary folder and moves it into place when it is complete, so that an interrupted first
 * start leaves no incomplete cluster.
 * @throws StartupError if the cluster cannot be created
 */
export async function createCluster(
  binaries: PostgresBinaries,
  wrap: CommandWrapper,
  dataFolder: string,
): Promise<void> {
  const draft = `${clusterFolder(dataFolder)}.new`;
  rmSync(draft, { recursive: true, force: true });
  makeFolder(join(dataFolder, 'keys'));
  if (readPassword(dataFolder) === null)
    writeFileSync(passwordFile(dataFolder), randomBytes(24).toString('base64url'), { mode: 0o600 });
  const { code, output } = await runProgram(
    ...wrap(binaries.initdb, [
      '-D',
      draft,
      '-U',
      SUPERUSER_NAME,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile(dataFolder)}`,
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ]),
  );
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new StartupError(`No se pudo crear la base de datos en ${dataFolder}: ${lastLine(output)}.`);
  }
  renameSync(draft, clusterFolder(dataFolder));
}
