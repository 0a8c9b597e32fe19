import { type Database, openDatabase, parseDatabaseUrl } from '@vigia/server/testing';

/**
 * The time limit for one SQL statement in milliseconds. It is long, because a check or the insertion of test data may
 * read or write a whole table.
 */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

/** Opens a small connection pool. The harness uses it to check the database itself. */
export const connectTo = (databaseUrl: string): Database =>
  openDatabase(parseDatabaseUrl(databaseUrl), { poolSize: 4, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
