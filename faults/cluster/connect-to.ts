import postgres from 'postgres';

/** A few connections to look in from outside; `?host=/folder` names a unix socket, as the server reads it. */
export function connectTo(databaseUrl: string): postgres.Sql {
  const url = new URL(databaseUrl);
  return postgres({
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5_432),
    database: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    max: 3,
    onnotice: () => undefined,
  });
}
