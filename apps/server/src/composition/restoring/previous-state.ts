import type { EpochMs } from '@vigia/core/kernel';
import { insertTexts } from '#platform/backup/restore-backup.ts';
import { quoteIdentifier, readTables, type TableShape } from '#platform/backup/schema-shape.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { applyPendingChanges } from './pending-changes.ts';

/** Tables of the previous database whose rows decide what the restore keeps. */
export const PREVIOUS_DATABASE_TABLES = [
  'auth_users',
  'auth_factors',
  'auth_recovery_codes',
  'security_undo_links',
  'users',
  'user_settings',
  'limit_books',
  'self_excluded_addresses',
  'user_data_keys',
  'broker_credentials',
  'broker_saved_logins',
] as const;

/**
 * An earlier restore of a database. User accounts that were created between the two times are missing in the database.
 */
type Gap = { readonly takenAt: string; readonly restoredAt: string };

/** The relevant content of the previous database. */
export type PreviousDatabaseState = {
  /** Value that identifies the installation; null if the database has none yet. */
  readonly lineage: string | null;
  readonly gaps: readonly Gap[];
  /** PostgreSQL's text of every row. */
  readonly tables: readonly { readonly shape: TableShape; readonly texts: readonly string[] }[];
};

const RESTORES = 'restores';

/**
 * Returns a value that identifies this installation: its check value, which is encrypted once with random bytes and is
 * part of every backup. Returns null for a database whose first start has not finished.
 */
export async function readInstallationFingerprint(tx: Transaction): Promise<string | null> {
  const [row] = await tx<{ value: string }[]>`
    SELECT value ->> 'sealed' AS value FROM installation WHERE key = 'master_key_check'`;
  return row?.value ?? null;
}

async function readGaps(tx: Transaction): Promise<readonly Gap[]> {
  const [row] = await tx<{ value: readonly Gap[] }[]>`SELECT value FROM installation WHERE key = ${RESTORES}`;
  return row?.value ?? [];
}

/** Adds this restore to the recorded restores of the database. */
export async function recordRestore(tx: Transaction, gap: Gap, before: readonly Gap[]): Promise<void> {
  const all = [...before, ...(await readGaps(tx)), gap];
  const once = [...new Map(all.map((each) => [each.restoredAt, each])).values()];
  await tx`
    INSERT INTO installation (key, value) VALUES (${RESTORES}, ${tx.json(once)})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
}

/**
 * Reads the previous database before it is replaced. Its schema must be the newest. First changes it to the state in
 * force at `nowMs`.
 */
export async function readPreviousDatabase(tx: Transaction, nowMs: EpochMs): Promise<PreviousDatabaseState> {
  await applyPendingChanges(tx, nowMs);
  const shapes = await shapesOf(tx);
  const tables: PreviousDatabaseState['tables'][number][] = [];
  for (const shape of shapes) {
    const rows = await tx.unsafe<{ text: string }[]>(`SELECT t::text AS text FROM ${quoteIdentifier(shape.name)} t`);
    tables.push({ shape, texts: rows.map(({ text }) => text) });
  }
  return { lineage: await readInstallationFingerprint(tx), gaps: await readGaps(tx), tables };
}

const shapesOf = async (tx: Transaction): Promise<readonly TableShape[]> =>
  (await readTables(tx)).filter(({ name }) => PREVIOUS_DATABASE_TABLES.some((wanted) => wanted === name));

/**
 * Inserts the rows of the previous database into temporary tables `previous_…`, and its earlier restores into
 * `previous_gaps`. The tables are empty if there is no previous database.
 */
export async function copyPreviousToTemporaryTables(
  tx: Transaction,
  previous: PreviousDatabaseState | null,
): Promise<void> {
  for (const name of PREVIOUS_DATABASE_TABLES)
    await tx.unsafe(`CREATE TEMP TABLE previous_${name} (LIKE public.${quoteIdentifier(name)}) ON COMMIT DROP`);
  await tx`CREATE TEMP TABLE previous_gaps (taken_at timestamptz, restored_at timestamptz) ON COMMIT DROP`;
  if (previous === null) return;
  for (const { shape, texts } of previous.tables)
    if (texts.length > 0) await insertTexts(tx, shape, `previous_${shape.name}`, texts);
  for (const { takenAt, restoredAt } of previous.gaps)
    await tx`INSERT INTO previous_gaps VALUES (${takenAt}::text::timestamptz, ${restoredAt}::text::timestamptz)`;
}
