import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import type { ConnectionOptions } from './connection.ts';
import type { Database } from './database.ts';
import { openSocket } from './patient-socket.ts';
import { transact } from './transact.ts';

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 15_000;
/** Below the 5 s after which a price is too old for the order that waits with it; fifty orders of one account fit in. */
const LOCK_TIMEOUT_MS = 4_500;
const INT8 = 20;

/** Opens the pool all features share. `app` is the access of the app role. */
export function openDatabase(app: ConnectionOptions, poolSize = POOL_SIZE): Database {
  const { role, ssl, ...target } = app;
  const options = {
    ...target,
    // Not among the driver's types; its README, "Custom socket".
    socket: openSocket,
    max: poolSize,
    connect_timeout: 5,
    onnotice: () => undefined,
    types: { bigint: { to: INT8, from: [INT8], serialize: String, parse: parseBigint } },
    ...(ssl !== undefined && { ssl }),
    connection: {
      application_name: 'vigia',
      TimeZone: 'UTC',
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
      ...(role !== undefined && { role }),
    },
  };
  const sql: postgres.Sql = postgres(options);
  return {
    sql,
    transaction: (work) => transact(sql, work),
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
