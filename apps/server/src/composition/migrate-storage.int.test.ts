import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ManualClock } from '@vigia/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readManifest } from '#platform/backup/manifest.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import type { ConnectionOptions } from '#platform/persistence/driver-connection.ts';
import { migrate, readMigrations } from '#platform/persistence/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { migrateStorage } from './migrate-storage.ts';

const clock = new ManualClock(Date.parse('2026-11-24T05:00:00.000Z'));
let test: TestDatabase;
let owner: ConnectionOptions;
let dataFolder: string;
beforeEach(async () => {
  test = await createTestDatabase();
  owner = parseDatabaseUrl(test.ownerUrl);
  dataFolder = mkdtempSync(join(tmpdir(), 'vigia-migrate-'));
  await withConnection(owner, (sql) =>
    sql.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO vigia_app'),
  );
});
afterEach(async () => {
  rmSync(dataFolder, { recursive: true });
  await test.close();
});

const upgrade = () => migrateStorage({ databaseUrl: null, dataFolder }, owner, clock);
/** Migrates the schema to the version before accounts per currency. */
const installOld = () =>
  migrate(
    owner,
    null,
    readMigrations().filter(({ number }) => number <= 17),
  );

it('a backup with the earlier schema is written before the first migration step', async () => {
  await installOld();
  const { applied, backup } = await upgrade();
  expect(applied).toBeGreaterThan(0);
  expect(backup).toBe(join(dataFolder, 'copias', 'antes-del-paso-18-2026-11-24T05-00-00.000Z'));
  expect(readManifest(backup ?? '').migrations.at(-1)?.number).toBe(17);
  expect(await upgrade()).toEqual({ applied: 0, backup: null });
});

it('a new database gets no backup, because it has no data', async () => {
  expect(await upgrade()).toMatchObject({ backup: null });
  expect(existsSync(join(dataFolder, 'copias'))).toBe(false);
});

it('no migration step is applied if the backup cannot be written', async () => {
  await installOld();
  writeFileSync(join(dataFolder, 'copias'), 'a file in the place of the folder');
  await expect(upgrade()).rejects.toThrow('La copia no se pudo hacer');
  const [row] = await withConnection(owner, (sql) => sql`SELECT max(number) AS newest FROM schema_migrations`);
  expect(row?.['newest']).toBe(17);
  expect(readdirSync(dataFolder)).toEqual(['copias']);
});

it('only the newest three backups before upgrades are kept, and no other file is deleted', async () => {
  await installOld();
  const copies = join(dataFolder, 'copias');
  const older = ['antes-del-paso-2-2026-01-01T00-00-00.000Z', 'antes-del-paso-10-2026-01-02T00-00-00.000Z'];
  const newer = ['antes-del-paso-9-2026-03-01T00-00-00.000Z', 'antes-del-paso-12-2026-03-02T00-00-00.000Z'];
  for (const name of [...older, ...newer, 'mis-copias']) mkdirSync(join(copies, name), { recursive: true });
  const { backup } = await upgrade();
  const kept = [...newer, 'mis-copias', basename(backup ?? '')];
  expect(readdirSync(copies).toSorted()).toEqual(kept.toSorted());
});
