import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from './connection.ts';
import type { ConnectionOptions } from './driver-connection.ts';
import { type Migration, migrate, readMigrations } from './migrate.ts';
import { openDatabase } from './postgres-database.ts';
import { prepareExternalDatabase } from './roles.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

const FOLDER = 'the-data-folder';

describe('the database migration', () => {
  let test: TestDatabase;
  let owner: ConnectionOptions;
  const steps = readMigrations();
  const next = (sql: string): Migration => ({
    number: (steps.at(-1)?.number ?? 0) + 1,
    name: 'next',
    sql,
    checksum: 'abc',
  });
  beforeEach(async () => {
    test = await createTestDatabase();
    owner = parseDatabaseUrl(test.ownerUrl);
  });
  afterEach(() => test.close());

  const exists = (table: string) =>
    withConnection(owner, async (sql) => {
      const rows = await sql<{ name: string | null }[]>`SELECT to_regclass(${table})::text AS name`;
      return rows[0]?.name !== null;
    });

  it('applies each missing migration step once', async () => {
    const more = [...steps, next('CREATE TABLE added (id int)')];
    expect(await migrate(owner, FOLDER, more)).toBe(1);
    expect(await migrate(owner, FOLDER, more)).toBe(0);
    expect(await exists('added')).toBe(true);
  });

  it('applies each step once if two processes start together', async () => {
    const more = [...steps, next('SELECT pg_sleep(0.2); CREATE TABLE added (id int)')];
    const applied = await Promise.all([migrate(owner, FOLDER, more), migrate(owner, FOLDER, more)]);
    expect(applied.toSorted()).toEqual([0, 1]);
  });

  const changed = (number: number) => [
    ...steps.map((step) => (step.number === number ? { ...step, checksum: 'other' } : step)),
    next('CREATE TABLE added (id int)'),
  ];

  it('refuses a step whose text changes after it is applied', async () => {
    await expect(migrate(owner, FOLDER, changed(2))).rejects.toThrow(
      'La migración 2 (people) no es la que se aplicó a estos datos: vuelve a la versión de Vigía con la que se usaron',
    );
    expect(await exists('added')).toBe(false);
  });

  it.each([
    [FOLDER, `Muévela o borra ${FOLDER} para empezar de nuevo, o indica otra con VIGIA_DATA_DIR`],
    [null, 'Indica otra vacía con DATABASE_URL'],
  ])('refuses data from before the first release with an explanation (%s)', async (folder, advice) => {
    await expect(migrate(owner, folder, changed(1))).rejects.toThrow(
      `es de una versión anterior a la primera publicada y no se puede convertir. ${advice}; los datos no se tocaron.`,
    );
    expect(await exists('added')).toBe(false);
  });

  it('refuses a database newer than the program', async () => {
    await migrate(owner, FOLDER, [...steps, next('SELECT 1')]);
    await expect(migrate(owner, FOLDER, steps)).rejects.toThrow('versión más nueva de Vigía');
  });

  it('changes nothing if a step fails halfway', async () => {
    await expect(migrate(owner, FOLDER, [...steps, next('CREATE TABLE added (id int); SELECT 1/0')])).rejects.toThrow(
      /La migración \d+ \(next\) falló y no dejó cambios: division by zero/,
    );
    expect(await exists('added')).toBe(false);
  });

  it('computes the same checksum for a file with Windows line endings', () => {
    expect(steps[0]?.sql).not.toContain('\r');
    expect(steps[0]?.checksum).toMatch(/^[0-9a-f]{64}$/);
  });

  it('uses the application role on an external database after the migration', async () => {
    const admin = { ...owner, user: 'vigia_admin' };
    const { app } = await prepareExternalDatabase(admin);
    const db = openDatabase(app, { poolSize: 2 });
    const [who] = await db.sql<{ role: string; login: string }[]>`SELECT current_user AS role, session_user AS login`;
    expect(who).toEqual({ role: 'vigia_app', login: 'vigia_admin' });
    await expect(db.sql`CREATE TABLE pwned (id int)`).rejects.toMatchObject({ code: '42501' });
    await expect(db.sql`UPDATE trade_events SET kind = 'x'`).rejects.toMatchObject({ code: '42501' });
    await db.close();
  });

  it('refuses a PostgreSQL server older than the schema requires, with a one-sentence message', async () => {
    await expect(prepareExternalDatabase(owner, 99)).rejects.toThrow(
      /^La base de datos de DATABASE_URL es PostgreSQL 18\.\S+: Vigía necesita PostgreSQL 99 o más nuevo\. No se tocó nada\.$/,
    );
  });

  it('names the external database that does not respond in its error', async () => {
    await expect(prepareExternalDatabase({ ...owner, host: '127.0.0.1', port: 1 })).rejects.toThrow(
      /^No se pudo usar la base de datos de DATABASE_URL \(127\.0\.0\.1:1\//,
    );
  });
});
