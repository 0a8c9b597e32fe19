import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { OWNER_ROLE, parseDatabaseUrl, toDatabaseUrl, withConnection } from './connection.ts';
import type { Database } from './database.ts';
import type { ConnectionOptions } from './driver-connection.ts';
import { openDatabase } from './postgres-database.ts';
import { TEMPLATE_DATABASE } from './testing-setup.ts';

/**
 * Limit of an idle transaction: half of production's limit, so that a failed test with an open transaction releases its
 * locks earlier.
 */
const IDLE_IN_TRANSACTION_MS = 15_000;

/** A new, migrated database on the server of the test run. */
export type TestDatabase = {
  /** Connection with the app role. */
  readonly db: Database;
  /** Address of the owner, which may change the schema, for code that opens its own connections. */
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Closes the pool and drops the database. */
  close(): Promise<void>;
};

/**
 * Creates a database from the migrated template. It works only in tests of the integration project, whose global set-up
 * starts the server.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgres');
  const admin = parseDatabaseUrl(server.adminUrl);
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await withConnection(admin, (sql) =>
    sql.unsafe(`CREATE DATABASE ${database} TEMPLATE ${TEMPLATE_DATABASE} OWNER ${OWNER_ROLE}`),
  );
  const as = (url: string): ConnectionOptions => ({ ...parseDatabaseUrl(url), database });
  const db = openDatabase(as(server.appUrl), { idleInTransactionMs: IDLE_IN_TRANSACTION_MS });
  return {
    db,
    ownerUrl: toDatabaseUrl(as(server.ownerUrl)),
    appUrl: toDatabaseUrl(as(server.appUrl)),
    async close() {
      await db.close();
      await withConnection(admin, (sql) => sql.unsafe(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`));
    },
  };
}
