import { appendFileSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { epochMs } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from '../persistence/connection.ts';
import type { Sql } from '../persistence/database.ts';
import { migrate, readMigrations } from '../persistence/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../persistence/testing.ts';
import type { BackupSource } from './backup-source.ts';
import { folderBackup } from './folder-backup.ts';
import { type CheckedBackup, checkBackup, restoreBackup } from './restore-backup.ts';
import { readTables } from './schema-shape.ts';
import { takeBackup } from './take-backup.ts';

const USER = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
const TICK_MS = Date.UTC(2026, 10, 19, 12);
const clock = new ManualClock(epochMs(Date.UTC(2026, 10, 21)));

let from: TestDatabase;
let to: TestDatabase;
let parent = '';
let folder = '';
beforeEach(async () => {
  from = await createTestDatabase();
  to = await createTestDatabase();
  parent = mkdtempSync(join(tmpdir(), 'vigia-copia-'));
  folder = join(parent, 'copia');
});
afterEach(async () => {
  await from.close();
  await to.close();
  rmSync(parent, { recursive: true });
});

const owner = ({ ownerUrl }: TestDatabase) => parseDatabaseUrl(ownerUrl);
const take = () => takeBackup(owner(from), folder, clock);
const take2 = () => takeBackup(owner(to), join(parent, 'otra'), clock);
const check = () => checkBackup(folderBackup(folder));
/** Restores only the rows, without the additional steps of `vigia restore`. */
const putInto = (backup: CheckedBackup) =>
  restoreBackup(owner(to), backup, { before: async () => null, after: async () => null });
const restore = async () => putInto(await check());

/** Adds a user, ticks of two days, and values that need escaping in a text format. */
async function fill({ db: { sql } }: TestDatabase): Promise<void> {
  await sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-20')`;
  await sql`INSERT INTO installation (key, value) VALUES ('odd', ${sql.json('tab\t line\n back\\slash ñ \\N')})`;
  await sql`INSERT INTO ticks (source, symbol, time_ms, price) VALUES ('simulated', 'EURUSD', ${TICK_MS}, 1.1)`;
  await sql`INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${USER}, true, now(), now())`;
  await sql`INSERT INTO security_log (user_id, seq, at, kind, previous_hash, hash)
            VALUES (${USER}, 1, now(), 'signed_in', '', '\\x00ff'::bytea)`;
}

const OLD_STEP = 17;
const addUser = (ownerUrl: string, id: string) =>
  withConnection(
    parseDatabaseUrl(ownerUrl),
    (sql) => sql`INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${id}, true, now(), now())`,
  );
const addOther = () => addUser(to.ownerUrl, OTHER);

/** Replaces the schema of a database by the schema of an earlier step. */
async function emptyAt(database: TestDatabase, step: number): Promise<void> {
  await withConnection(owner(database), (sql) =>
    sql.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO vigia_app'),
  );
  await migrate(
    owner(database),
    null,
    readMigrations().filter(({ number }) => number <= step),
  );
}

/** Returns every row of every table, as text. */
async function contents(sql: Sql): Promise<Readonly<Record<string, string>>> {
  const all: Record<string, string> = {};
  for (const { name } of await readTables(sql)) {
    const [row] = await sql.unsafe<{ text: string }[]>(
      `SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') AS text FROM "${name}" t`,
    );
    all[name] = row?.text ?? '';
  }
  return all;
}

describe('a database backup', () => {
  it('restores every row, whatever its content, and the next values of sequences', async () => {
    await fill(from);
    const manifest = await take();
    expect(manifest.takenAt).toBe('2026-11-21T00:00:00.000Z');
    await restore();
    expect(await contents(to.db.sql)).toEqual(await contents(from.db.sql));
    const [tick] = await to.db.sql<{ day: string }[]>`SELECT tableoid::regclass::text AS day FROM ticks`;
    expect(tick?.day).toBe('ticks_20261119');
    expect((await take2()).sequences).toEqual(manifest.sequences);
  });

  it('contains one consistent snapshot, and no writes from during the backup', async () => {
    await fill(from);
    const before = await contents(from.db.sql);
    const taking = take();
    await from.db.sql`INSERT INTO installation (key, value) VALUES ('late', '1')`;
    await taking;
    await restore();
    const restored = await contents(to.db.sql);
    const late = await contents(from.db.sql);
    expect([before['installation'], late['installation']]).toContain(restored['installation']);
  });

  it('does not overwrite an existing folder, and leaves no backup if it is interrupted', async () => {
    await take();
    await expect(take()).rejects.toThrow('ya existe');
    rmSync(join(folder, 'vigia-backup.json'));
    await expect(restore()).rejects.toThrow('no es una copia de seguridad completa');
  });

  it('leaves no file if the folder is not writable', async () => {
    const file = join(parent, 'archivo');
    writeFileSync(file, '');
    await expect(takeBackup(owner(from), join(file, 'copia'), clock)).rejects.toThrow('no dejó nada');
    expect(existsSync(join(file, 'copia'))).toBe(false);
  });
});

describe('the restoration of a backup', () => {
  const touched = async () =>
    Object.values(await contents(to.db.sql))
      .join('')
      .includes(USER);

  it('refuses an altered file before any write', async () => {
    await fill(from);
    await take();
    const file = join(folder, 'auth_users.jsonl.gz');
    const whole = readFileSync(file);
    appendFileSync(file, 'x');
    await expect(restore()).rejects.toThrow('está dañada');
    writeFileSync(file, whole.subarray(0, 20));
    await expect(restore()).rejects.toThrow('está dañada');
    rmSync(file);
    await expect(restore()).rejects.toThrow('está dañada');
    expect(await touched()).toBe(false);
  });

  it('refuses the manifest of another backup', async () => {
    await fill(from);
    await take();
    await take2();
    copyFileSync(join(parent, 'otra', 'vigia-backup.json'), join(folder, 'vigia-backup.json'));
    await expect(restore()).rejects.toThrow('está dañada');
    expect(await touched()).toBe(false);
  });

  it('refuses a backup whose schema is unknown to this version', async () => {
    const manifest = await take();
    const [first, ...others] = manifest.migrations;
    const alien = { ...manifest, migrations: [{ ...first, checksum: '0'.repeat(64) }, ...others] };
    writeFileSync(join(folder, 'vigia-backup.json'), JSON.stringify(alien));
    await expect(restore()).rejects.toThrow('otra versión');
  });

  it('replaces the rows of a database that has accounts', async () => {
    await fill(from);
    await take();
    await addOther();
    await restore();
    expect(await contents(to.db.sql)).toEqual(await contents(from.db.sql));
  });

  it.each([
    ['an older', () => to],
    ['a newer', () => from],
  ])('replaces a database that has %s schema than the backup, and migrates it', async (_is, older) => {
    await emptyAt(older(), OLD_STEP);
    for (const { ownerUrl } of [from, to]) await addUser(ownerUrl, ownerUrl === from.ownerUrl ? USER : OTHER);
    await take();
    await restore();
    const [row] = await withConnection(
      owner(to),
      (sql) => sql<{ newest: number; ids: string[] }[]>`
        SELECT max(number) AS newest, (SELECT array_agg(id) FROM auth_users) AS ids FROM schema_migrations`,
    );
    expect(row).toEqual({ newest: readMigrations().at(-1)?.number, ids: [USER] });
  });

  it('restores either all rows or none: after a fault the previous rows are still there', async () => {
    await fill(from);
    await take();
    await addOther();
    const before = await contents(to.db.sql);
    const { source, head, rows } = await check();
    // The rows of a table that other tables reference are missing, as if the file of this table were missing.
    const partial: BackupSource = {
      isEncrypted: false,
      read: (onRows) =>
        source.read(async (table, lines) => {
          if (table.name !== 'auth_users') await onRows(table, lines);
        }),
    };
    await expect(putInto({ source: partial, head, rows })).rejects.toThrow('quedó como estaba');
    expect(await contents(to.db.sql)).toEqual(before);
  });

  it('leaves all triggers of the restored tables enabled', async () => {
    await fill(from);
    await take();
    await restore();
    const [row] = await to.db.sql<{ off: number }[]>`
      SELECT count(*)::int AS off FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'`;
    expect(row?.off).toBe(0);
  });
});
