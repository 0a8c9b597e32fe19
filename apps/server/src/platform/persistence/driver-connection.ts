import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from '../startup-error.ts';
import { isConnectionCut } from './connection-fault.ts';
import { rowTypes } from './row-types.ts';
import { newStatementName, type Row, type Rows, type SqlQuery } from './sql.ts';

const CONNECT_WITHIN_MS = 5_000;
const KEEP_ALIVE_AFTER_MS = 60_000;
const END_WITHIN_MS = 5_000;

/** Address and credentials of a database. */
export type ConnectionOptions = {
  /** Host name, address, or folder of a unix socket (begins with `/`). */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** The role that executes every statement, if it differs from the login. */
  readonly role?: string;
  readonly ssl?: 'require' | 'prefer' | 'verify-full';
};

/** Limits that the server enforces for every statement of a connection. */
export type StatementLimits = {
  readonly statement_timeout?: number;
  readonly lock_timeout?: number;
  readonly idle_in_transaction_session_timeout?: number;
};

class ConnectionFault extends Error {
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = code;
  }
}

/** One connection to PostgreSQL. Statements are pipelined: they are sent at once and answered in the same order. */
export class DriverConnection {
  readonly #client: pg.Client;
  readonly #socket: Socket;
  readonly #lossListeners = new Set<(fault: Error) => void>();
  #fault: Error | null = null;
  #waiting = 0;

  private constructor(client: pg.Client, socket: Socket) {
    this.#client = client;
    this.#socket = socket;
    client.on('error', (error) => this.#lose(faultOf(error)));
  }

  /**
   * Opens a connection.
   * @throws Error with a `code`: of the system, of PostgreSQL, `CONNECT_TIMEOUT` or `ERR_DATABASE_TLS`
   */
  static async open(target: ConnectionOptions, limits: StatementLimits = {}): Promise<DriverConnection> {
    const { ssl } = target;
    if (ssl !== 'prefer') return DriverConnection.#connect(target, limits, ssl);
    return DriverConnection.#connect(target, limits, 'require').catch((error: unknown) => {
      if (!(error instanceof Error && error.message === REFUSES_TLS)) throw error;
      return DriverConnection.#connect(target, limits, undefined);
    });
  }

  static async #connect(
    { host, port, database, user, password, role }: ConnectionOptions,
    limits: StatementLimits,
    ssl: 'require' | 'verify-full' | undefined,
  ): Promise<DriverConnection> {
    const socket = new Socket();
    const client = new pg.Client({
      host,
      port,
      database,
      user,
      password,
      ...limits,
      // `require` means, as in libpq, encryption without verification of the server's certificate.
      ssl: ssl !== undefined && { rejectUnauthorized: ssl === 'verify-full' },
      stream: () => socket,
      pipeline: true,
      types: rowTypes,
      application_name: 'vigia',
      options: `-c TimeZone=UTC${role === undefined ? '' : ` -c role=${role.replace(/[\\ ]/g, '\\$&')}`}`,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    });
    const connection = new DriverConnection(client, socket);
    try {
      await client.connect();
      return connection;
    } catch (error) {
      socket.destroy();
      throw faultOf(error);
    }
  }

  /** True while the connection accepts statements; false after it is lost. */
  get isUsable(): boolean {
    return this.#fault === null;
  }

  /** Number of statements that the server has not answered yet. */
  get waiting(): number {
    return this.#waiting;
  }

  get receivedBytes(): number {
    return this.#socket.bytesRead;
  }

  query({ text, values, name }: SqlQuery): Promise<Rows<Row[]>> {
    return new Promise((resolve, reject) => {
      if (this.#fault !== null) return reject(this.#fault);
      this.#waiting += 1;
      this.#client.query({ text, ...(values !== undefined && { values, name }) }, (error, result) => {
        this.#waiting -= 1;
        if (!error) return resolve(toRows(result));
        const fault = this.#noteFault(error);
        if (name === undefined || !UNPREPARED.has(errorCode(fault))) return reject(fault);
        resolve(this.query({ text, ...(values !== undefined && { values, name: newStatementName(text) }) }));
      });
    });
  }

  /** Settles as `work` does, but rejects immediately if the connection is lost. */
  whileUp<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#fault !== null) reject(this.#fault);
      this.#lossListeners.add(reject);
      work.then(resolve, reject).finally(() => this.#lossListeners.delete(reject));
    });
  }

  /** Waits briefly for statements in progress, and always closes the socket. */
  async end(): Promise<void> {
    await Promise.race([this.#client.end(), sleep(END_WITHIN_MS, undefined, { ref: false })]);
    this.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Abandons the connection. Waiting statements reject, although the server may still execute them. */
  abandon(reason: string): void {
    this.#lose(new Error(reason));
  }

  #noteFault(error: Error): Error {
    const fault = faultOf(error);
    // PostgreSQL sends its last message before it closes the socket. No statement may be sent between the two.
    if (isConnectionCut(fault)) this.#lose(fault);
    return fault;
  }

  #lose(fault: Error): void {
    if (this.#fault !== null) return;
    this.#fault = new ConnectionFault('CONNECTION_CLOSED', fault);
    for (const listener of this.#lossListeners) listener(this.#fault);
    this.destroy();
  }
}

/**
 * Error codes for a prepared statement that the server cannot use: its first use failed while this use was in progress,
 * or a table has changed since. The server has not executed the statement.
 */
const UNPREPARED = new Set(['26000', '0A000']);

const REFUSES_TLS = 'The server does not support SSL connections';

/** Errors of the driver (8.23) itself, which have a text but no code. */
const DRIVER_FAULTS: readonly (readonly [text: RegExp, code: string])[] = [
  [/SSL connection/, 'ERR_DATABASE_TLS'],
  [/^timeout expired$/, 'CONNECT_TIMEOUT'],
  [/^Connection terminated|not queryable$/, 'CONNECTION_CLOSED'],
];

function faultOf(error: unknown): Error {
  const fault = error instanceof Error ? error : new Error(String(error));
  if (errorCode(fault) !== '') return fault;
  const known = DRIVER_FAULTS.find(([text]) => text.test(fault.message));
  return known === undefined ? fault : new ConnectionFault(known[1], fault);
}

/** Returns the rows of the result. If a text contains several commands, these are the rows of the last one. */
function toRows(result: pg.QueryResult<Row> | readonly pg.QueryResult<Row>[]): Rows<Row[]> {
  const last = Array.isArray(result) ? result.at(-1) : result;
  return Object.defineProperty(last.rows, 'count', { value: last.rowCount ?? 0 }) as Rows<Row[]>;
}
