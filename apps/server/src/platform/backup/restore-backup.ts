import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { withConnection } from '../persistence/connection.ts';
import type { Sql, Transaction } from '../persistence/database.ts';
import type { ConnectionOptions } from '../persistence/driver-connection.ts';
import { migrate, readMigrations } from '../persistence/migrate.ts';
import { errorText, StartupError } from '../startup-error.ts';
import { type BackupManifest, readManifest, rowsFile } from './manifest.ts';
import { countRows, linesOf } from './row-stream.ts';
import { quoted } from './schema-shape.ts';

const ROWS_AT_ONCE = 2_000;

type BackedUpTable = BackupManifest['tables'][number];

/** Checks a backup without writing anything. @throws StartupError if a file was altered */
export async function checkBackup(folder: string): Promise<BackupManifest> {
  const manifest = readManifest(folder);
  const known = new Map(readMigrations().map(({ number, checksum }) => [number, checksum]));
  if (manifest.migrations.some(({ number, checksum }) => known.get(number) !== checksum))
    throw new StartupError(
      'La copia es de otra versión de Vigía, más nueva o cambiada: usa aquella para restaurarla. No se tocó nada.',
    );
  for (const table of manifest.tables) await assertWhole(folder, table);
  return manifest;
}

/**
 * Restores a verified backup to a database without accounts, completely or not at all. The next start applies later
 * migration steps.
 * @throws StartupError if the database has accounts, or a row cannot be inserted
 */
export async function restoreBackup(owner: ConnectionOptions, folder: string, manifest: BackupManifest): Promise<void> {
  await withConnection(owner, (sql) => refuseUnlessEmpty(sql, manifest));
  const numbers = new Set(manifest.migrations.map(({ number }) => number));
  await migrate(
    owner,
    null,
    readMigrations().filter(({ number }) => numbers.has(number)),
  );
  try {
    await withConnection(owner, (sql) => sql.begin((tx) => putIn(tx, folder, manifest)));
  } catch (cause) {
    throw new StartupError(`La copia no se pudo restaurar y la base de datos quedó vacía: ${errorText(cause)}.`, {
      cause,
    });
  }
}

async function refuseUnlessEmpty(sql: Sql, { migrations }: BackupManifest): Promise<void> {
  const [found] = await sql<{ is: boolean }[]>`SELECT to_regclass('public.schema_migrations') IS NOT NULL AS is`;
  if (!found?.is) return;
  const [{ newest } = { newest: null }] = await sql<{ newest: number | null }[]>`
    SELECT max(number) AS newest FROM schema_migrations`;
  if (newest !== null && newest !== migrations.at(-1)?.number)
    throw new StartupError('La base de datos es de otra versión que la copia: restaura en una vacía. No se tocó nada.');
  const people = newest === null ? [] : await sql`SELECT 1 FROM auth_users LIMIT 1`;
  if (people.length > 0)
    throw new StartupError('En esta base de datos ya hay cuentas: restaura en una vacía. No se tocó nada.');
}

async function putIn(tx: Transaction, folder: string, { tables, days, sequences }: BackupManifest): Promise<void> {
  for (const day of days) await tx`SELECT ensure_day_partitions(${day}, ${day})`;
  const names = tables.map(({ name }) => quoted(name));
  // The triggers ran when the rows were new, so they do not run again.
  for (const name of names) await tx.unsafe(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await tx.unsafe(`TRUNCATE ${names.join(', ')}`);
  for (const table of tables) await readTable(folder, table, (lines) => insert(tx, table, lines));
  for (const { name, lastValue } of sequences) await tx`SELECT setval(${name}::regclass, ${lastValue})`;
  for (const name of names) await tx.unsafe(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
}

async function assertWhole(folder: string, table: BackedUpTable): Promise<void> {
  try {
    await readTable(folder, table, async () => undefined);
  } catch (cause) {
    const file = rowsFile(folder, table.name);
    throw new StartupError(`La copia está dañada: ${file} falta o no es como se escribió. No se tocó nada.`, { cause });
  }
}

/** @throws Error if the file is missing, damaged or altered */
async function readTable(
  folder: string,
  { name, rows, sha256 }: BackedUpTable,
  apply: (lines: readonly string[]) => Promise<void>,
): Promise<void> {
  const counted = countRows();
  await pipeline(createReadStream(rowsFile(folder, name)), createGunzip(), counted.through, async (source) => {
    for await (const lines of linesOf(source, ROWS_AT_ONCE)) await apply(lines);
  });
  const seen = counted.seen();
  if (seen.rows !== rows || seen.sha256 !== sha256) throw new Error(`${name}: ${seen.rows} rows, ${seen.sha256}`);
}

async function insert(tx: Transaction, { name, columns }: BackedUpTable, lines: readonly string[]): Promise<void> {
  const texts = lines.map((line) => String(JSON.parse(line)));
  const values = columns.map((column) => `(whole).${quoted(column)}`).join(', ');
  // OFFSET 0 makes PostgreSQL parse each text once, not once per column.
  await tx.unsafe(
    `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${values} FROM (SELECT text::${quoted(name)} AS whole FROM unnest($1::text[]) AS text OFFSET 0) AS rows`,
    [texts],
  );
}
