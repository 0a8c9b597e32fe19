import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { takeAppLock } from '#platform/persistence/app-lock.ts';
import { type DatabaseAccess, parseDatabaseUrl } from '#platform/persistence/connection.ts';
import { startEmbeddedPostgres } from '#platform/persistence/embedded-postgres.ts';
import { makeFolder } from '#platform/persistence/make-folder.ts';
import { prepareEmbeddedDatabase, prepareExternalDatabase } from '#platform/persistence/roles.ts';
import { Supervision, type SupervisionDeps } from '#platform/persistence/supervision.ts';
import { errorCode, StartupError } from '#platform/startup-error.ts';
import type { UndoStack } from './undo-stack.ts';

/** Name of the database of the product in the embedded server. */
export const EMBEDDED_DATABASE = 'vigia';

export type Storage = {
  readonly access: DatabaseAccess;
  readonly origin: 'created' | 'started' | 'adopted' | 'external';
};

/**
 * Takes ownership of the data folder and starts the embedded or external database, without its schema.
 * @param undo receives the steps that stop the database and release the folder
 * @param supervision restarts an embedded database if it ends; with null it is not restarted
 */
export async function openStorage(
  config: Config,
  purpose: string,
  undo: UndoStack,
  supervision: SupervisionDeps | null = null,
): Promise<Storage> {
  ensureWritable(config.dataFolder);
  const lock = takeAppLock(config.dataFolder, purpose);
  undo.push(() => lock.release());
  if (config.databaseUrl !== null)
    return { access: await prepareExternalDatabase(parseDatabaseUrl(config.databaseUrl)), origin: 'external' };
  const server = await startEmbeddedPostgres({ dataFolder: config.dataFolder });
  const looked = supervision === null ? server : new Supervision(server, supervision);
  undo.push(() => looked.stop());
  return { access: await prepareEmbeddedDatabase(server.admin, EMBEDDED_DATABASE), origin: server.origin };
}

/**
 * Creates the data folder if it is missing, and checks that it is writable.
 * @throws StartupError if it cannot be created or written to
 */
export function ensureWritable(dataFolder: string): void {
  const probe = join(dataFolder, `.write-test.${process.pid}`);
  try {
    makeFolder(dataFolder);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (cause) {
    throw new StartupError(
      `No se puede escribir en la carpeta de datos ${dataFolder} (${errorCode(cause)}): corrige sus permisos o elige otra con VIGIA_DATA_DIR.`,
      { cause },
    );
  }
}
