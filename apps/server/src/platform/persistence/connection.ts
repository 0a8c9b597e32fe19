import type { Sql, Transaction, TransactionMode } from './database.ts';
import { type ConnectionOptions, DriverConnection } from './driver-connection.ts';
import { createSql } from './sql.ts';
import { transactOn } from './transact.ts';

/** The connection options of the database for each of its two roles. */
export type DatabaseAccess = {
  /** Access of the owner, which may change the schema, for migrations only. */
  readonly owner: ConnectionOptions;
  /** Access of the app role, for everything else: it cannot change the schema or append-only rows. */
  readonly app: ConnectionOptions;
};

export const OWNER_ROLE = 'vigia_owner';
export const APP_ROLE = 'vigia_app';

/** SQL on one connection. */
export interface Session extends Sql {
  /** Runs `work` in a transaction; other statements of the session wait until the transaction has ended. */
  begin<T>(work: (tx: Transaction) => Promise<T>, mode?: TransactionMode): Promise<T>;
}

/** A session that the caller must end. */
export interface OpenSession extends Session {
  end(): Promise<void>;
}

export async function openSession(options: ConnectionOptions): Promise<OpenSession> {
  const connection = await DriverConnection.open(options);
  return Object.assign(
    createSql((query) => connection.query(query)),
    {
      begin: <T>(work: (tx: Transaction) => Promise<T>, mode?: TransactionMode) => transactOn(connection, work, mode),
      end: () => connection.end(),
    },
  );
}

/** Runs `work` on a separate connection, which is always closed afterwards. */
export async function withConnection<T>(
  options: ConnectionOptions,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await openSession(options);
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

/**
 * Reads a `postgres://user:password@host:port/database?sslmode=…` address. As in libpq, `?host=/folder` means a unix
 * socket.
 * @throws TypeError if it is not such an address
 */
export function parseDatabaseUrl(text: string): ConnectionOptions {
  const url = new URL(text);
  if (!/^postgres(ql)?:$/.test(url.protocol)) throw new TypeError('not a postgres:// address');
  const database = decodeURIComponent(url.pathname.slice(1));
  if (database === '' || url.username === '') throw new TypeError('the address names no user or no database');
  const ssl = url.searchParams.get('sslmode');
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: url.port === '' ? 5432 : Number(url.port),
    database,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ...((ssl === 'require' || ssl === 'prefer' || ssl === 'verify-full') && { ssl }),
  };
}

/** Formats an address in the form that `parseDatabaseUrl` reads. */
export function toDatabaseUrl({ user, password, host, port, database }: ConnectionOptions): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  const name = encodeURIComponent(database);
  return host.startsWith('/')
    ? `postgres://${login}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
    : `postgres://${login}@${host}:${port}/${name}`;
}
