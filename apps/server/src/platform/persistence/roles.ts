import { errorCode, errorText, StartupError } from '../startup-error.ts';
import { lockInstallationForConnection } from './advisory-locks.ts';
import { APP_ROLE, type DatabaseAccess, OWNER_ROLE, withConnection } from './connection.ts';
import type { Sql } from './database.ts';
import type { ConnectionOptions } from './driver-connection.ts';

/**
 * Creates the two roles and the database in the embedded server, once.
 * @param admin the server's superuser, connected to the `postgres` database
 */
export async function prepareEmbeddedDatabase(admin: ConnectionOptions, database: string): Promise<DatabaseAccess> {
  await withConnection(admin, async (sql) => {
    // The password is random base64url from our own file, so it needs no quoting.
    const roles = await sql`SELECT rolname FROM pg_roles WHERE rolname IN (${OWNER_ROLE}, ${APP_ROLE})`;
    const existing = new Set(roles.map((row) => String(row['rolname'])));
    for (const role of [OWNER_ROLE, APP_ROLE]) {
      if (!existing.has(role)) await sql.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD '${admin.password}'`);
    }
    // This grant allows DATABASE_URL to contain the owner's address. Its ordinary connections then change to the app
    // role.
    if (existing.size < 2) await sql.unsafe(`GRANT ${APP_ROLE} TO ${OWNER_ROLE}`);
    const found = await sql`SELECT 1 FROM pg_database WHERE datname = ${database}`;
    if (found.length > 0) return;
    await sql.unsafe(`CREATE DATABASE ${database} OWNER ${OWNER_ROLE}`);
    await sql.unsafe(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
    await sql.unsafe(`GRANT CONNECT ON DATABASE ${database} TO ${APP_ROLE}`);
  });
  return embeddedAccess(admin, database);
}

/**
 * Returns the access of the two roles of a prepared embedded server. Both roles have the password in its file, which
 * only the file's owner can read.
 */
export const embeddedAccess = (admin: ConnectionOptions, database: string): DatabaseAccess => ({
  owner: { ...admin, database, user: OWNER_ROLE },
  app: { ...admin, database, user: APP_ROLE },
});

/** The oldest PostgreSQL version on which the schema is tested. */
const OLDEST = 15;

/**
 * Prepares an external PostgreSQL. Its login is the owner, and every ordinary connection of the product changes to the
 * app role when it opens.
 * @throws StartupError if the server does not respond or is too old, or if the login may not create the role
 */
export async function prepareExternalDatabase(owner: ConnectionOptions, oldest = OLDEST): Promise<DatabaseAccess> {
  const where = `${owner.host}:${owner.port}/${owner.database}`;
  try {
    await withConnection(owner, async (sql) => {
      await refuseOld(sql, oldest);
      await lockInstallationForConnection(sql, 'appRole');
      const found = await sql`SELECT 1 FROM pg_roles WHERE rolname = ${APP_ROLE}`;
      if (found.length === 0) await sql.unsafe(`CREATE ROLE ${APP_ROLE} NOLOGIN`);
      const stepDown = () => sql.unsafe(`SET ROLE ${APP_ROLE}`);
      // Since PostgreSQL 16 the creator of a role may manage it, but must grant the role to itself before it can change
      // to the role.
      await stepDown().catch(async () => {
        await sql.unsafe(`GRANT ${APP_ROLE} TO CURRENT_USER`);
        await stepDown();
      });
    });
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(externalFault(where, owner.user, cause), { cause });
  }
  return { owner, app: { ...owner, role: APP_ROLE } };
}

async function refuseOld(sql: Sql, oldest: number): Promise<void> {
  const [server] = await sql<{ major: number; version: string }[]>`
    SELECT current_setting('server_version_num')::int / 10000 AS major, current_setting('server_version') AS version`;
  if (server === undefined || server.major >= oldest) return;
  throw new StartupError(
    `La base de datos de DATABASE_URL es PostgreSQL ${server.version}: Vigía necesita PostgreSQL ${oldest} o más nuevo. No se tocó nada.`,
  );
}

function externalFault(where: string, user: string, error: unknown): string {
  if (errorCode(error) === '42501')
    return `El usuario ${user} de DATABASE_URL no puede crear el rol de la aplicación: ejecuta como administrador «CREATE ROLE ${APP_ROLE}; GRANT ${APP_ROLE} TO ${user};».`;
  return `No se pudo usar la base de datos de DATABASE_URL (${where}): ${errorText(error)}.`;
}
