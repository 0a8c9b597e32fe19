import { withConnection } from '../persistence/connection.ts';
import type { Transaction } from '../persistence/database.ts';
import type { ConnectionOptions } from '../persistence/driver-connection.ts';
import { migrateWithin, readMigrations } from '../persistence/migrate.ts';
import { errorText, StartupError } from '../startup-error.ts';
import type { BackupHead, BackupSource } from './backup-source.ts';
import { quoteIdentifier, type TableShape } from './schema-shape.ts';

/** A backup that was completely read without a fault. */
export type CheckedBackup = { readonly source: BackupSource; readonly head: BackupHead; readonly rows: number };

/**
 * Checks a complete backup. It writes nothing and needs no database.
 * @throws StartupError if the backup was truncated or altered, or its schema is unknown to this version
 */
export async function checkBackup(source: BackupSource): Promise<CheckedBackup> {
  const { head, rows } = await source.read(async () => undefined);
  const known = new Map(readMigrations().map(({ number, checksum }) => [number, checksum]));
  if (head.migrations.some(({ number, checksum }) => known.get(number) !== checksum))
    throw new StartupError(
      'La copia es de otra versión de Vigía, más nueva o cambiada: usa aquella para restaurarla. No se tocó nada.',
    );
  return { source, head, rows };
}

/** Steps of a restore before and after its rows, all in the same transaction. */
export type RestoreSteps<Before, After> = {
  /** Runs before anything is replaced. `hasAccounts`: the database has user accounts, and its schema is the newest. */
  readonly before: (tx: Transaction, hasAccounts: boolean) => Promise<Before>;
  /** Runs after the rows are inserted and the schema is the newest. */
  readonly after: (tx: Transaction, before: Before) => Promise<After>;
};

/**
 * Replaces the content of a database with a checked backup, and migrates it to the newest step. Everything happens in
 * one transaction, so a failure leaves the database unchanged.
 * @throws StartupError if a row cannot be inserted or a step refuses
 */
export async function restoreBackup<Before, After>(
  owner: ConnectionOptions,
  backup: CheckedBackup,
  { before, after }: RestoreSteps<Before, After>,
): Promise<After> {
  try {
    return await withConnection(owner, (sql) =>
      sql.begin(async (tx) => {
        const found = await before(tx, await hasAccounts(tx));
        await makeSchema(tx, backup.head);
        await putIn(tx, backup);
        await migrateWithin(tx, readMigrations());
        return after(tx, found);
      }),
    );
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(`La copia no se pudo restaurar y la base de datos quedó como estaba: ${errorText(cause)}.`, {
      cause,
    });
  }
}

async function newestStep(tx: Transaction): Promise<number | null> {
  const [found] = await tx<{ is: boolean }[]>`SELECT to_regclass('public.schema_migrations') IS NOT NULL AS is`;
  if (found?.is !== true) return null;
  const [row] = await tx<{ newest: number | null }[]>`SELECT max(number) AS newest FROM schema_migrations`;
  return row?.newest ?? null;
}

/** Returns true if the database has user accounts. It then first migrates the schema to the newest step. */
async function hasAccounts(tx: Transaction): Promise<boolean> {
  if ((await newestStep(tx)) === null) return false;
  const people = await tx`SELECT 1 FROM auth_users LIMIT 1`;
  if (people.length === 0) return false;
  await migrateWithin(tx, readMigrations());
  return true;
}

/** Creates the schema of the backup. An existing schema of another step is dropped. */
async function makeSchema(tx: Transaction, { migrations }: BackupHead): Promise<void> {
  const newest = await newestStep(tx);
  const wanted = migrations.at(-1)?.number ?? 0;
  if (newest === wanted) return;
  if (newest !== null) await dropOwnObjects(tx);
  await migrateWithin(
    tx,
    readMigrations().filter(({ number }) => number <= wanted),
  );
}

/** Drops the tables and functions of the schema, except those of an extension, which belong to the administrator. */
async function dropOwnObjects(tx: Transaction): Promise<void> {
  const drops = await tx<{ text: string }[]>`
    SELECT format('DROP TABLE IF EXISTS %s CASCADE', c.oid::regclass) AS text FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
    UNION ALL
    SELECT format('DROP FUNCTION IF EXISTS %s CASCADE', p.oid::regprocedure) FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`;
  for (const { text } of drops) await tx.unsafe(text);
}

async function putIn(tx: Transaction, { source, head }: CheckedBackup): Promise<void> {
  for (const day of head.days) await tx`SELECT ensure_day_partitions(${day}, ${day})`;
  const names = head.tables.map(({ name }) => quoteIdentifier(name));
  // The triggers ran when the rows were first written, so they must not run again.
  for (const name of names) await tx.unsafe(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await tx.unsafe(`TRUNCATE ${names.join(', ')}`);
  const { head: again } = await source.read((table, lines) =>
    insertTexts(
      tx,
      table,
      table.name,
      lines.map((line) => String(JSON.parse(line))),
    ),
  );
  if (JSON.stringify(again) !== JSON.stringify(head))
    throw new StartupError('La copia cambió mientras se leía. No se tocó nada.');
  for (const { name, lastValue } of head.sequences) await tx`SELECT setval(${name}::regclass, ${lastValue})`;
  for (const name of names) await tx.unsafe(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
}

/** Inserts rows into the table `into`. Each text is PostgreSQL's text of a whole row of the table `shape`. */
export async function insertTexts(
  tx: Transaction,
  shape: TableShape,
  into: string,
  texts: readonly string[],
): Promise<void> {
  const values = shape.columns.map((column) => `(whole).${quoteIdentifier(column)}`).join(', ');
  // OFFSET 0 makes PostgreSQL parse each text once instead of once per column.
  await tx.unsafe(
    `INSERT INTO ${quoteIdentifier(into)} (${shape.columns.map(quoteIdentifier).join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${values} FROM (SELECT text::public.${quoteIdentifier(shape.name)} AS whole FROM unnest($1::text[]) AS text
                            OFFSET 0) AS rows`,
    [[...texts]],
  );
}
