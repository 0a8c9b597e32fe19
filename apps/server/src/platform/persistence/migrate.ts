import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorText, StartupError } from '../startup-error.ts';
import { lockInstallationForConnection } from './advisory-locks.ts';
import { type Session, withConnection } from './connection.ts';
import type { Sql, Transaction } from './database.ts';
import type { ConnectionOptions } from './driver-connection.ts';

/** One numbered step of the schema. `checksum` is the SHA-256 of its text with LF line endings. */
export type Migration = {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
};

/** Folder of the migration steps. It is next to this file in the sources, and next to the bundle in a build. */
const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));

/** Reads the `NNNN_name.sql` files in order. */
export function readMigrations(folder: string = MIGRATIONS_FOLDER): readonly Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .toSorted()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { number: Number(file.slice(0, 4)), name: file.slice(5, -4), sql, checksum };
    });
}

/**
 * Migrates the schema to the newest step: forward only, each step in a separate transaction.
 * @param dataFolder folder of the embedded database, for error messages; null for an external one
 * @param beforeFirst runs before the first step that changes existing data, with the number of this step; if it fails,
 * no step is applied
 * @returns the number of steps that were applied now
 * @throws StartupError if the text of an applied step has changed, or the database is newer than this program
 */
export async function migrate(
  owner: ConnectionOptions,
  dataFolder: string | null,
  migrations = readMigrations(),
  beforeFirst: (step: number) => Promise<unknown> = async () => undefined,
): Promise<number> {
  return withConnection(owner, async (sql) => {
    await lockInstallationForConnection(sql, 'migrations');
    const known = await readApplied(sql);
    refuseUnknown(known, migrations, dataFolder);
    const missing = migrations.filter(({ number }) => !known.has(number));
    const [first] = missing;
    if (first !== undefined && known.size > 0) await beforeFirst(first.number);
    for (const migration of missing) await apply(sql, migration);
    return missing.length;
  });
}

/**
 * Returns the steps that a database lacks, oldest first, and changes nothing.
 * @throws StartupError as {@link migrate}
 */
export async function pendingMigrations(
  owner: ConnectionOptions,
  dataFolder: string | null,
  migrations = readMigrations(),
): Promise<readonly Migration[]> {
  return withConnection(owner, async (sql) => {
    const [table] = await sql<{ exists: boolean }[]>`SELECT to_regclass('schema_migrations') IS NOT NULL AS exists`;
    const known = table?.exists === true ? await readChecksums(sql) : new Map<number, string>();
    refuseUnknown(known, migrations, dataFolder);
    return migrations.filter(({ number }) => !known.has(number));
  });
}

/** Returns the checksums of the applied steps by number, and creates their table if there is none. */
async function readApplied(sql: Sql): Promise<ReadonlyMap<number, string>> {
  await sql`
    CREATE TABLE IF NOT EXISTS schema_migrations (
      number integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL
        DEFAULT now()
    )`;
  return readChecksums(sql);
}

async function readChecksums(sql: Sql): Promise<ReadonlyMap<number, string>> {
  const applied = await sql<{ number: number; checksum: string }[]>`SELECT number, checksum FROM schema_migrations`;
  return new Map(applied.map((row) => [row.number, row.checksum]));
}

/**
 * Migrates the schema within the caller's transaction, up to the last of the given steps.
 * @throws StartupError as {@link migrate}
 */
export async function migrateWithin(tx: Transaction, migrations: readonly Migration[]): Promise<void> {
  const known = await readApplied(tx);
  refuseUnknown(known, readMigrations(), null);
  for (const migration of migrations) if (!known.has(migration.number)) await applyWithin(tx, migration);
}

function refuseUnknown(
  applied: ReadonlyMap<number, string>,
  migrations: readonly Migration[],
  dataFolder: string | null,
): void {
  const newest = Math.max(0, ...applied.keys());
  if (newest > (migrations.at(-1)?.number ?? 0))
    throw new StartupError(
      `La base de datos es de una versión más nueva de Vigía (paso ${newest}): actualiza el programa; los datos no se tocaron.`,
    );
  const changed = migrations.find(({ number, checksum }) => applied.has(number) && applied.get(number) !== checksum);
  if (changed?.number === 1) throw new StartupError(beforeFirstRelease(dataFolder));
  if (changed)
    throw new StartupError(
      `La migración ${changed.number} (${changed.name}) no es la que se aplicó a estos datos: vuelve a la versión de Vigía con la que se usaron; los datos no se tocaron.`,
    );
}

/** Returns the error message for data from before the first release. The first step has not changed since then. */
const beforeFirstRelease = (dataFolder: string | null): string =>
  dataFolder === null
    ? 'Esta base de datos es de una versión anterior a la primera publicada y no se puede convertir. Indica otra vacía con DATABASE_URL; los datos no se tocaron.'
    : `Esta carpeta de datos es de una versión anterior a la primera publicada y no se puede convertir. Muévela o borra ${dataFolder} para empezar de nuevo, o indica otra con VIGIA_DATA_DIR; los datos no se tocaron.`;

async function apply(sql: Session, migration: Migration): Promise<void> {
  const { number, name } = migration;
  try {
    await sql.begin((tx) => applyWithin(tx, migration));
  } catch (cause) {
    throw new StartupError(`La migración ${number} (${name}) falló y no dejó cambios: ${errorText(cause)}.`, { cause });
  }
}

async function applyWithin(tx: Transaction, { number, name, sql: text, checksum }: Migration): Promise<void> {
  await tx.unsafe(text);
  await tx`INSERT INTO schema_migrations (number, name, checksum) VALUES (${number}, ${name}, ${checksum})`;
}
