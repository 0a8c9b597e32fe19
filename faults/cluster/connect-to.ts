import { type Database, openDatabase, parseDatabaseUrl } from '@vigia/server/testing';

/** Statement limit: a check or a seed reads or writes a whole table. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

/** A few connections for checks from outside. */
export const connectTo = (databaseUrl: string): Database =>
  openDatabase(parseDatabaseUrl(databaseUrl), { poolSize: 4, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
