import { type Database, openDatabase, parseDatabaseUrl } from '@vigia/server/testing';

/** The limit for one statement: a check or the insertion of test data may read or write a whole table. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

/** A pool of a few connections, with which the harness checks the database itself. */
export const connectTo = (databaseUrl: string): Database =>
  openDatabase(parseDatabaseUrl(databaseUrl), { poolSize: 4, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
