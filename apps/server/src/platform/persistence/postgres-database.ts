import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { begunWithin, refuseLongWait } from './bounded-wait.ts';
import type { ConnectionOptions } from './connection.ts';
import { isConnectionFault } from './connection-fault.ts';
import type { Database, Transaction } from './database.ts';
import { openSocket } from './database-socket.ts';
import { preparing } from './driver-query.ts';
import { Refusals } from './refusals.ts';
import { openSecureSocket } from './secure-socket.ts';
import { transact } from './transact.ts';
import { sendAgainIfUnsent } from './unsent.ts';

/** Of connections for transactions, each of which has one to itself. */
const POOL_SIZE = 8;
/** Statements by themselves share connections: they are sent one behind the other. */
const STATEMENT_POOL_SIZE = 4;
const STATEMENT_TIMEOUT_MS = 15_000;
/** Below the 5 s after which a price is too old for the order that waits with it; fifty orders of one account fit in. */
const LOCK_TIMEOUT_MS = 4_500;
const INT8 = 20;
const RECONNECT_FIRST_S = 0.05;
/** The driver's own goes up to 20 s, counted over all connections: a database that is back would not be found for so long. */
const RECONNECT_MAX_S = 1;

/**
 * No options, at such length that the first words of a connection are sent at once. The driver (3.4.9) leaves shorter ones to the next
 * turn of the loop, which never comes where what a connection had to say as it closed was still to be sent (`closed` clears
 * `nextWriteTimer` and leaves it set): the one after it would say nothing until its time is up. Sent with what was left over
 * they are refused, and the connection made after that is sound.
 */
const AT_ONCE = ' '.repeat(1_024);

/** A little above the wait for a lock: whoever waits behind those waits is answered before the browser gives up. */
const CONNECTION_WAIT_MS = 5_000;

export type DatabaseOptions = {
  /** Transactions at a time; statements by themselves have connections of their own, half as many and at most four. */
  readonly poolSize?: number;
  /** How long a transaction may stand still before the database ends it, and its locks with it. */
  readonly idleInTransactionMs?: number;
  /** How long a statement or a transaction waits for a connection before `DatabaseBusy` refuses it. */
  readonly connectionWaitMs?: number;
};

/**
 * Opens the connections all features share. `app` is the access of the app role.
 *
 * Transactions have connections of their own: the driver (3.4.9, `execute` in connection.js) may send a BEGIN behind the
 * statements of others, and where the socket is full just then it forgets whose connection that is. The BEGIN is refused, its
 * transaction stays open, and what others are told is stored is not.
 */
export function openDatabase(
  app: ConnectionOptions,
  {
    poolSize = POOL_SIZE,
    idleInTransactionMs = 2 * STATEMENT_TIMEOUT_MS,
    connectionWaitMs = CONNECTION_WAIT_MS,
  }: DatabaseOptions = {},
): Database {
  outliveLostQuestions();
  const statementPoolSize = Math.min(STATEMENT_POOL_SIZE, Math.ceil(poolSize / 2));
  const statements = connect(app, statementPoolSize, idleInTransactionMs);
  const transactions = connect(app, poolSize, idleInTransactionMs);
  const begin = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    begunWithin(connectionWaitMs, (begun) =>
      transact(
        transactions,
        (tx) => {
          begun();
          return work(tx);
        },
        { attempts: poolSize + 1 },
      ),
    );
  return {
    sql: preparing(statements, (query) => {
      sendAgainIfUnsent(query, statementPoolSize);
      refuseLongWait(query, connectionWaitMs);
    }),
    transaction: begin,
    isUp: () => answers(statements),
    close: async () => void (await Promise.all([statements, transactions].map((sql) => sql.end({ timeout: 5 })))),
  };
}

function connect(app: ConnectionOptions, max: number, idleInTransactionMs: number): postgres.Sql {
  const { role, ssl, ...target } = app;
  const refusals = new Refusals();
  return postgres({
    ...target,
    max,
    connect_timeout: 5,
    backoff: (failures) => Math.min(RECONNECT_FIRST_S * 2 ** Math.max(failures, refusals.count), RECONNECT_MAX_S),
    onnotice: () => undefined,
    types: { bigint: { to: INT8, from: [INT8], serialize: String, parse: parseBigint } },
    ...socketsOf(app, ssl, refusals),
    connection: {
      application_name: 'vigia',
      TimeZone: 'UTC',
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      options: AT_ONCE,
      ...(role !== undefined && { role }),
    },
  });
}

/** With `prefer`, which may go on without TLS, the driver makes its own. */
function socketsOf({ host, port }: ConnectionOptions, ssl: ConnectionOptions['ssl'], refusals: Refusals) {
  if (ssl === 'prefer') return { ssl };
  return {
    socket: async () =>
      refusals.heed(ssl === undefined ? openSocket({ host, port }) : openSecureSocket({ host, port, ssl })),
  };
}

let isGuarded = false;

/**
 * On each new connection the driver (3.4.9, `fetchArrayTypes`) asks for the array types in a promise nobody holds: a database
 * that goes away at that moment would end the whole process. That question's end is let pass, and nothing else: whatever
 * else nobody holds ends the process as before. Once for the process.
 */
function outliveLostQuestions(): void {
  if (isGuarded) return;
  isGuarded = true;
  process.on('unhandledRejection', (reason) => {
    if (!isConnectionFault(reason) || !isDriversOwn(reason)) throw reason;
  });
}

/** The driver notes at an error which statement it ended. */
const isDriversOwn = (error: unknown): boolean =>
  error instanceof Error && 'query' in error && String(error.query).includes('typarray');

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
