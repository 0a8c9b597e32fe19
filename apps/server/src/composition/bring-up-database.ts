import { systemClock } from '#platform/clock/system-clock.ts';
import type { Config } from '#platform/config/config.ts';
import { keyLocationWarning } from '#platform/crypto/master-key.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { ConnectionOptions } from '#platform/persistence/driver-connection.ts';
import { openDatabase } from '#platform/persistence/postgres-database.ts';
import type { SupervisionDeps } from '#platform/persistence/supervision.ts';
import { SERVER_PURPOSE } from './installation.ts';
import { type MigrationResult, migrateStorage } from './migrate-storage.ts';
import { runStartStep } from './narrate.ts';
import { openSecrets, type Secrets } from './secrets.ts';
import { openStorage, type Storage } from './storage.ts';
import type { UndoStack } from './undo-stack.ts';

/**
 * Limit after which the database ends the transaction of a suspended process. Such a transaction blocks the next lease
 * holder, and this limit still allows a takeover within 5 s.
 */
const AMONG_SEVERAL = { idleInTransactionMs: 2_500 };

/**
 * Opens storage, the key and the schema in this order, so that nothing is written under a key that does not belong to
 * this database.
 */
export async function bringUpDatabase(
  config: Config,
  outlets: Pick<SupervisionDeps, 'log' | 'say' | 'onGivenUp'>,
  undo: UndoStack,
): Promise<{ readonly db: Database; readonly app: ConnectionOptions } & Secrets> {
  const { say } = outlets;
  const { access, ...secrets } = await runStartStep(
    say,
    async () => {
      // The supervision uses the real time of the machine, even if the product has another clock.
      const supervision = { ...outlets, clock: systemClock };
      const storage = await openStorage(config, SERVER_PURPOSE, undo, supervision);
      return { ...storage, ...(await openSecrets(config, storage.access.owner)) };
    },
    ({ origin, created }) => ORIGINS[origin] + (created ? ', clave maestra creada' : ''),
  );
  const warning = keyLocationWarning(config.dataFolder, config.masterKey);
  if (warning !== null) say(`  ${warning}`);
  await runStartStep(say, () => migrateStorage(config, access.owner, systemClock), describeMigration);
  const db = openDatabase(access.app, config.cluster.natsUrl === null ? {} : AMONG_SEVERAL);
  undo.push(() => db.close());
  await secrets.keep(db.sql);
  return { db, app: access.app, ...secrets };
}

function describeMigration({ applied, backup }: MigrationResult): string {
  if (applied === 0) return 'Esquema al día';
  const copied = backup === null ? '' : `; copia previa en ${backup}`;
  return `Esquema al día: migraciones aplicadas: ${applied}${copied}`;
}

const ORIGINS: Readonly<Record<Storage['origin'], string>> = {
  created: 'Base de datos creada',
  started: 'Base de datos en marcha',
  adopted: 'Base de datos recuperada: seguía en marcha tras un cierre brusco',
  external: 'Base de datos externa conectada',
};
