import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionPool } from './connection-pool.ts';
import type { Database, Sql } from './database.ts';
import type { ConnectionOptions } from './driver-connection.ts';
import { createSql } from './sql.ts';
import { transact } from './transact.ts';
import { WatchedConnections } from './watched-connections.ts';

/** Number of connections for transactions. Each transaction has its own connection. */
const POOL_SIZE = 8;
/** Number of connections for single statements, which share them and are pipelined. */
const STATEMENT_POOL_SIZE = 4;
const STATEMENTS_PER_CONNECTION = 100;
const STATEMENT_TIMEOUT_MS = 15_000;
/**
 * Longest wait for a lock. It is shorter than the 5 s after which the price of a waiting order is too old, and long
 * enough for fifty orders of one account.
 */
const LOCK_TIMEOUT_MS = 4_000;
/**
 * Longest wait for a connection. It is slightly longer than the lock wait, so that requests queued behind lock waits
 * succeed. It is short enough that a request is answered within 5 s if no connection can be opened.
 */
const CONNECTION_WAIT_MS = 4_300;

export type DatabaseOptions = {
  /**
   * Largest number of concurrent transactions. Single statements have additional connections: half as many, at most
   * four.
   */
  readonly poolSize?: number;
  /** Time after which the database cancels a statement. */
  readonly statementTimeoutMs?: number;
  /** Time after which the database ends an idle transaction and releases its locks. */
  readonly idleInTransactionMs?: number;
  /** Time that a statement or a transaction waits for a connection before it is refused with `DatabaseBusyError`. */
  readonly connectionWaitMs?: number;
};

/** A database whose work in progress can be ended at once. */
export type AbortableDatabase = Database & {
  /** Cuts all connections. Statements in progress fail, and the server rolls their transactions back. */
  readonly abort: () => Promise<void>;
};

/**
 * Opens the connections that all features share.
 * @param app the access of the app role
 */
export function openDatabase(
  app: ConnectionOptions,
  {
    poolSize = POOL_SIZE,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    idleInTransactionMs = 2 * STATEMENT_TIMEOUT_MS,
    connectionWaitMs: waitMs = CONNECTION_WAIT_MS,
  }: DatabaseOptions = {},
): AbortableDatabase {
  const limits = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  };
  const connections = new WatchedConnections(app, limits);
  const open = () => connections.open();
  const size = Math.min(STATEMENT_POOL_SIZE, Math.ceil(poolSize / 2));
  const statements = new ConnectionPool(open, { size, usersPerConnection: STATEMENTS_PER_CONNECTION, waitMs });
  const transactions = new ConnectionPool(open, { size: poolSize, usersPerConnection: 1, waitMs });
  const sql = createSql((query) => statements.use((connection) => connection.query(query)));
  return {
    sql,
    transaction: (work, mode) =>
      transact(transactions, work, { waitMs, attempts: poolSize + 1, ...(mode !== undefined && { mode }) }),
    isUp: () => answers(sql),
    close: async () => {
      await Promise.all([statements.close(), transactions.close()]);
      await connections.close();
    },
    abort: async () => {
      await Promise.all([statements.abort(), transactions.abort()]);
    },
  };
}

async function answers(sql: Sql): Promise<boolean> {
  const query = sql`SELECT 1`.then(
    () => true,
    () => false,
  );
  return Promise.race([query, sleep(2_000, false, { ref: false })]);
}
