import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { errorCode } from '../startup-error.ts';
import type { ConnectionOptions } from './connection.ts';
import type { Database } from './database.ts';

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 15_000;
const INT8 = 20;

/** Opens the pool all features share. `app` is the access of the app role. */
export function openDatabase(app: ConnectionOptions, poolSize = POOL_SIZE): Database {
  const { role, ssl, ...target } = app;
  const sql: postgres.Sql = postgres({
    ...target,
    max: poolSize,
    connect_timeout: 5,
    onnotice: () => undefined,
    types: { bigint: { to: INT8, from: [INT8], serialize: String, parse: parseBigint } },
    ...(ssl !== undefined && { ssl }),
    connection: {
      application_name: 'vigia',
      TimeZone: 'UTC',
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
      ...(role !== undefined && { role }),
    },
  });
  return {
    sql,
    // The driver's type unwraps arrays of promises, which no caller returns.
    transaction: <T>(work: (tx: postgres.TransactionSql) => Promise<T>) => sql.begin(work) as Promise<T>,
    isUp: () => answers(sql),
    close: () => sql.end({ timeout: 5 }),
  };
}

async function answers(sql: postgres.Sql): Promise<boolean> {
  const query = sql`SELECT 1`.then(
    () => true,
    () => false,
  );
  return Promise.race([query, sleep(2_000, false, { ref: false })]);
}

/** Every bigint column of the schema is a count, cents or a time: all far below 2^53. Losing digits silently is not an option. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`);
  return value;
}

const CONNECTION_FAULTS = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  // The server is shutting down, has crashed, is starting up, or has no connection left.
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** Whether an error means that the database cannot be reached now, as opposed to a statement it refused. */
export function isConnectionFault(error: unknown): boolean {
  const code = errorCode(error);
  // A unix socket that is gone answers ENOENT, as a missing file would: the failed call tells them apart.
  const isSocketGone = code === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'connect';
  return CONNECTION_FAULTS.has(code) || code.startsWith('08') || isSocketGone;
}
