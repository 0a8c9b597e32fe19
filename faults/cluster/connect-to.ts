import { type Database, openDatabase, parseDatabaseUrl } from '@vigia/server/testing';

/**
 * The time limit for one SQL statement in milliseconds, because a check or the insertion of test data may read or write
 * a whole table.
 */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

/** Opens a pool of a few connections, with which the harness checks the database itself. */
export const connectTo = (databaseUrl: string): Database =>
  openDatabase(parseDatabaseUrl(databaseUrl), { poolSize: 4, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
