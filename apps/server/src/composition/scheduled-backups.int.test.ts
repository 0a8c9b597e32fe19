import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { verifyBackup } from './backup.ts';
import { examineInstallation } from './doctor.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson } from './testing-person.ts';

const PASSPHRASE = 'tormenta sobre el lago 7';

let database: TestDatabase;
let parent: string;
let app: TestApp | null = null;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'vigia-copias-'));
  writeFileSync(join(parent, 'frase'), `${PASSPHRASE}\n`, { mode: 0o600 });
});
afterEach(async () => {
  await app?.stop();
  app = null;
  rmSync(parent, { recursive: true });
});

const folder = () => join(parent, 'copias');
const environment = () => ({
  VIGIA_BACKUP_DIR: folder(),
  VIGIA_BACKUP_KEY_FILE: join(parent, 'frase'),
  VIGIA_OPERATOR_EMAIL: 'guardia@example.com',
  SMTP_URL: 'smtp://127.0.0.1:9',
  // All tests use one database, each with a data folder of its own.
  VIGIA_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
});
const start = async (): Promise<TestApp> => {
  app = await startTestApp({
    databaseUrl: database.ownerUrl,
    environment: environment(),
    dataFolder: join(parent, 'd'),
  });
  return app;
};
const finding = async () => {
  const settings = { ...environment(), VIGIA_DATA_DIR: join(parent, 'd'), DATABASE_URL: database.ownerUrl };
  const findings = await examineInstallation({ config: readConfig(settings), clock: systemClock, webRoot: parent });
  return findings.find(({ name }) => name === 'Copias');
};
const backups = (): readonly string[] =>
  existsSync(folder()) ? readdirSync(folder()).filter((name) => name.endsWith('.age')) : [];
const mails = () => database.db.sql<{ kind: string }[]>`SELECT kind FROM mail_outbox WHERE kind = 'backup_failed'`;

describe('the scheduled backups of a server', () => {
  it('are taken while it runs, open with their passphrase, and `vigia doctor` reports their age', async () => {
    expect(await finding()).toMatchObject({ isFine: true, text: expect.stringMatching(/^ninguna todavía/) });
    await newPerson(await start());
    await expect.poll(() => backups().length, { timeout: 30_000 }).toBe(1);
    const [name = ''] = backups();
    const checked = await verifyBackup(join(folder(), name), async () => ({ text: PASSPHRASE }));
    expect(checked.isEncrypted).toBe(true);
    expect(checked.rows).toBeGreaterThan(0);
    expect(await finding()).toEqual({
      name: 'Copias',
      isFine: true,
      text: `cada día en ${folder()}; la última, hace 0 h`,
    });
    expect(await mails()).toEqual([]);
  });

  it('cause one mail a day while they fail, even across restarts, and `vigia doctor` reports the fault', async () => {
    rmSync(join(parent, 'frase'));
    await start();
    await expect.poll(async () => (await mails()).length, { timeout: 30_000 }).toBe(1);
    await app?.stop();
    await start();
    await app?.features.scheduledBackups?.tick();
    expect(await mails()).toHaveLength(1);
    expect(await finding()).toMatchObject({ isFine: false, text: expect.stringMatching(/frase» no se puede leer/) });
  });

  it('are reported as too old by `vigia doctor` after a day without a backup', async () => {
    await start();
    await expect.poll(() => backups().length, { timeout: 30_000 }).toBe(1);
    const [name = ''] = backups();
    rmSync(join(folder(), name));
    writeFileSync(join(folder(), 'vigia-2026-11-01T02-00-00Z.age'), '');
    expect(await finding()).toMatchObject({
      isFine: false,
      text: expect.stringMatching(/^La última copia de .* tiene \d+ horas/),
    });
  });

  it('need a passphrase, without which the settings are refused', () => {
    expect(() => readConfig({ VIGIA_BACKUP_DIR: folder() })).toThrow(/VIGIA_BACKUP_KEY_FILE/);
  });
});
