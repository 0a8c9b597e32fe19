import { systemClock } from '#platform/clock/system-clock.ts';
import type { Config } from '#platform/config/config.ts';
import { lockHolder } from '#platform/persistence/app-lock.ts';
import { type DatabaseAccess, parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { findRunningEmbedded } from '#platform/persistence/embedded-postgres.ts';
import { embeddedAccess, prepareExternalDatabase } from '#platform/persistence/roles.ts';
import { migrateStorage } from './migrate-storage.ts';
import { openSecrets, type Secrets } from './secrets.ts';
import { EMBEDDED_DATABASE, openStorage } from './storage.ts';
import type { UndoStack } from './undo-stack.ts';

type ConnectedDatabase = { readonly access: DatabaseAccess } & Pick<Secrets, 'keyedHash' | 'keyRing'>;

/**
 * Opens the database for a command-line tool: the database of a running server, or a database that runs only for this
 * tool.
 * @throws StartupError if the database is unreachable
 */
export async function connectDatabase(config: Config, purpose: string, undo: UndoStack): Promise<ConnectedDatabase> {
  const running = await ofRunningServer(config);
  if (running) return { access: running, ...(await openSecrets(config, running.owner)) };
  const { access } = await openStorage(config, purpose, undo);
  const secrets = await openSecrets(config, access.owner);
  await migrateStorage(config, access.owner, systemClock);
  await withConnection(access.app, (sql) => secrets.keep(sql));
  return { access, ...secrets };
}

/**
 * Opens the database without migrating it: that of a running server, or one that runs only for this tool.
 * @throws StartupError if the database is unreachable
 */
export async function openUnmigrated(config: Config, purpose: string, undo: UndoStack): Promise<DatabaseAccess> {
  return (await ofRunningServer(config)) ?? (await openStorage(config, purpose, undo)).access;
}

const ofRunningServer = async (config: Config): Promise<DatabaseAccess | null> =>
  lockHolder(config.dataFolder) ? besideServer(config) : null;

async function besideServer({ databaseUrl, dataFolder }: Config): Promise<DatabaseAccess | null> {
  if (databaseUrl !== null) return prepareExternalDatabase(parseDatabaseUrl(databaseUrl));
  const admin = await findRunningEmbedded(dataFolder);
  return admin && embeddedAccess(admin, EMBEDDED_DATABASE);
}
