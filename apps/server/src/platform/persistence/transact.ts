import { errorCode } from '../startup-error.ts';
import { isConnectionCut } from './connection-fault.ts';
import { type ConnectionPool, DatabaseBusyError, type PooledConnection } from './connection-pool.ts';
import type { Transaction, TransactionMode } from './database.ts';
import type { DriverConnection } from './driver-connection.ts';
import { createSql, type Row, type Rows, type SqlQuery, type SqlStatement } from './sql.ts';

/** Code of a statement that is refused because an earlier statement of its transaction failed. */
const ABORTED = '25P02';

/**
 * Runs `work` in a transaction on a connection of the pool. It rejects when the connection is lost, even if `work`
 * continues. It replaces a connection that was cut before the transaction started, up to `attempts` times.
 * @throws DatabaseBusyError if the transaction could not start within `waitMs`; `work` does not run in this case
 */
export async function transact<T>(
  pool: ConnectionPool,
  work: (tx: Transaction) => Promise<T>,
  {
    mode = '',
    attempts,
    waitMs,
  }: { readonly mode?: TransactionMode; readonly attempts: number; readonly waitMs: number },
): Promise<T> {
  const { connection, release } = await beginWithin(waitMs, begin(pool, mode, attempts));
  return finish(connection, work).finally(release);
}

/** Runs `work` in a transaction on `connection`, which only this transaction uses at this time. */
export async function transactOn<T>(
  connection: DriverConnection,
  work: (tx: Transaction) => Promise<T>,
  mode: TransactionMode = '',
): Promise<T> {
  await connection.query({ text: `BEGIN ${mode}` });
  return finish(connection, work);
}

async function begin(pool: ConnectionPool, mode: TransactionMode, attempts: number): Promise<PooledConnection> {
  const lease = await pool.lease();
  try {
    await lease.connection.query({ text: `BEGIN ${mode}` });
    return lease;
  } catch (error) {
    lease.release();
    if (attempts <= 1 || !isConnectionCut(error)) throw error;
    return begin(pool, mode, attempts - 1);
  }
}

function beginWithin(waitMs: number, begun: Promise<PooledConnection>): Promise<PooledConnection> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DatabaseBusyError());
      begun.then(
        ({ connection, release }) => rollback(connection).finally(release),
        () => undefined,
      );
    }, waitMs);
    begun.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

/** Commits the changes of `work`, or rolls all of them back. */
async function finish<T>(connection: DriverConnection, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const scope = new Scope(connection);
  try {
    const value = await connection.whileUp(work(scope.transaction()));
    scope.end();
    await connection.query({ text: 'COMMIT' });
    return value;
  } catch (error) {
    scope.isOver = true;
    await rollback(connection);
    throw scope.causeOf(error);
  }
}

async function rollback(connection: DriverConnection): Promise<void> {
  // A connection in an unknown state must not return to the pool.
  await connection.query({ text: 'ROLLBACK' }).catch(() => connection.destroy());
}

/**
 * The statements of a transaction or savepoint. It refuses statements after its end, because another caller may then
 * have the connection.
 */
class Scope {
  isOver = false;
  readonly #connection: DriverConnection;
  #failure: { readonly error: unknown } | null = null;

  constructor(connection: DriverConnection) {
    this.#connection = connection;
  }

  transaction(depth = 1): Transaction {
    return Object.assign(
      createSql((query) => this.#send(query)),
      {
        savepoint: <T>(work: (inner: Transaction) => Promise<T>) => this.#savepoint(work, `savepoint_${depth}`, depth),
        cursor: <R extends readonly object[]>(statement: SqlStatement<R>, rows: number) =>
          this.#cursor(statement, rows),
      },
    );
  }

  /**
   * Ends the scope.
   * @throws the error of a failed statement, even if `work` caught it, because PostgreSQL then rolls everything back
   */
  end(): void {
    this.isOver = true;
    if (this.#failure !== null) throw this.#failure.error;
  }

  /**
   * Returns the cause of a failure. After a failed statement PostgreSQL refuses all later ones (25P02). If statements
   * are pipelined, the error of a later one may reach `work` first.
   */
  causeOf(error: unknown): unknown {
    return errorCode(error) === ABORTED && this.#failure !== null ? this.#failure.error : error;
  }

  async #send(query: SqlQuery): Promise<Rows<Row[]>> {
    if (this.isOver && this.#connection.isUsable) throw new Error('this transaction has ended');
    try {
      return await this.#connection.query(query);
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    }
  }

  async #savepoint<T>(work: (inner: Transaction) => Promise<T>, name: string, depth: number): Promise<T> {
    await this.#send({ text: `SAVEPOINT ${name}` });
    const inner = new Scope(this.#connection);
    try {
      const value = await work(inner.transaction(depth + 1));
      inner.end();
      return value;
    } catch (error) {
      inner.isOver = true;
      await this.#send({ text: `ROLLBACK TO ${name}` });
      throw inner.causeOf(error);
    }
  }

  /** Reads the next rows of the cursor. A failure is also that of the transaction. */
  #fetch(rows: number): Promise<Rows<Row[]>> {
    const batch = this.#send({ text: `FETCH ${rows} FROM batches` });
    batch.catch(() => undefined);
    return batch;
  }

  async *#cursor<R extends readonly object[]>(statement: SqlStatement<R>, rows: number): AsyncGenerator<R> {
    const { text, values } = statement.toQuery();
    await this.#send({ text: `DECLARE batches NO SCROLL CURSOR FOR ${text}`, ...(values && { values }) });
    for (let next: Promise<Rows<Row[]>> | null = this.#fetch(rows); next !== null; ) {
      const batch: Rows<Row[]> = await next;
      // The database reads the next batch while the caller works on this one.
      next = batch.count === rows ? this.#fetch(rows) : null;
      // The caller declares the type of the rows.
      if (batch.count > 0) yield batch as unknown as R;
    }
    await this.#send({ text: 'CLOSE batches' });
  }
}
