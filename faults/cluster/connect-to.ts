import { type Database, openDatabase, parseDatabaseUrl } from '@vigia/server/testing';

/**
 * The time limit for one SQL statement in milliseconds. It is long, because some checks and insertions of test data
 * read or write a whole table.
 */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

/** Opens a small connection pool with which the fault tests read the database themselves. */
export const connectTo = (databaseUrl: string): Database =>
  openDatabase(parseDatabaseUrl(databaseUrl), { poolSize: 4, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
