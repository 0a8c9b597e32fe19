import postgres from 'postgres';

/** How to reach the database as each of its two roles. */
export type DatabaseAccess = {
  /** May change the schema: migrations only. */
  readonly owner: ConnectionOptions;
  /** Neither DDL nor rewriting of what is append-only: everything else. */
  readonly app: ConnectionOptions;
};

export type ConnectionOptions = {
  /** A host name, an address, or the folder of a unix socket (begins with `/`). */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** The role every statement runs under, where the login itself is another. */
  readonly role?: string;
  readonly ssl?: 'require' | 'prefer' | 'verify-full';
};

export const OWNER_ROLE = 'vigia_owner';
export const APP_ROLE = 'vigia_app';

/** Opens a small pool for set-up work; the caller ends it. */
function openConnection(options: ConnectionOptions, max = 1): postgres.Sql {
  const { role, ssl, ...target } = options;
  return postgres({
    ...target,
    max,
    connect_timeout: 5,
    onnotice: () => undefined,
    ...(ssl !== undefined && { ssl }),
    connection: { application_name: 'vigia', TimeZone: 'UTC', ...(role !== undefined && { role }) },
  });
}

/** Runs `work` on connections of its own and ends them whatever happens. */
export async function withConnection<T>(
  options: ConnectionOptions,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = openConnection(options);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/**
 * Reads a `postgres://user:password@host:port/database?sslmode=…` address. As in libpq, `?host=/folder` means a unix socket.
 * @throws TypeError if it is no such address
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

/** The address `parseDatabaseUrl` reads back. */
export function toDatabaseUrl({ user, password, host, port, database }: ConnectionOptions): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  const name = encodeURIComponent(database);
  return host.startsWith('/')
    ? `postgres://${login}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
    : `postgres://${login}@${host}:${port}/${name}`;
}
