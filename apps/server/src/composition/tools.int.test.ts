import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CandleColumns } from '@vigia/core/candles';
import { ManualClock } from '@vigia/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { masterKeyFile } from '#platform/crypto/master-key.ts';
import { withConnection } from '#platform/persistence/connection.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { openUnmigrated } from './connect-database.ts';
import { correctTradeOf } from './correct-trade.ts';
import { examineInstallation } from './doctor.ts';
import { importHistory } from './import-history.ts';
import { embeddedAuth, startTestApp, type TestApp } from './testing.ts';
import { UndoStack } from './undo-stack.ts';
import { verify } from './verify.ts';
import { verifySecurityLogs } from './verify-security-logs.ts';

async function* inBlocks(...blocks: readonly CandleColumns[]) {
  yield* blocks;
}
const candlesAt = (...times: number[]): CandleColumns => {
  const prices = () => Float64Array.from(times, () => 1.1);
  const time = Float64Array.from(times);
  return { length: times.length, time, open: prices(), high: prices(), low: prices(), close: prices() };
};

describe('importHistory', () => {
  let database: TestDatabase;
  let config: Config;
  let dataFolder = '';
  beforeAll(async () => {
    database = await createTestDatabase();
    dataFolder = mkdtempSync(join(tmpdir(), 'vigia-import-'));
    config = readConfig({ VIGIA_DATA_DIR: dataFolder, DATABASE_URL: database.ownerUrl });
  });
  afterAll(async () => {
    await database.close();
    rmSync(dataFolder, { recursive: true });
  });
  const count = async () => (await database.db.sql`SELECT 1 FROM candles_1m WHERE source = 'replay'`).length;

  it('adds new candles and does not change existing candles', async () => {
    const load = (...times: number[]) =>
      importHistory(config, { symbol: 'EURUSD', candles: inBlocks(candlesAt(...times)) });
    expect(await load(60, 120)).toEqual({ ok: true, value: { read: 2, added: 2 } });
    expect(await load(60, 120, 180)).toEqual({ ok: true, value: { read: 3, added: 1 } });
    expect(await count()).toBe(3);
  });

  it.each([
    ['a symbol that is none', 'no pe', candlesAt(600, 660), 'bad_symbol'],
    ['a time that the zone of the file skips', 'GBPUSD', candlesAt(600, 660, 660), 'skipped_hour'],
    ['candles of five minutes', 'GBPUSD', candlesAt(600, 900, 1_200), 'wrong_step'],
    ['a time within a minute', 'GBPUSD', candlesAt(600, 661), 'off_minute'],
  ])('refuses %s and changes nothing', async (_name, symbol, candles, reason) => {
    const before = await count();
    expect(await importHistory(config, { symbol, candles: inBlocks(candles) })).toMatchObject({
      ok: false,
      error: { reason },
    });
    expect(await count()).toBe(before);
  });

  it('imports either all candles or none', async () => {
    const before = await count();
    const candles = candlesAt(6_000, 6_060);
    candles.high[1] = 0.5;
    await expect(importHistory(config, { symbol: 'GBPUSD', candles: inBlocks(candles) })).rejects.toMatchObject({
      code: '23514',
    });
    expect(await count()).toBe(before);
  });
});

describe('the command-line tools, with and without a running server,', () => {
  let app: TestApp;
  let dataFolder = '';
  let config: Config;
  beforeAll(async () => {
    dataFolder = mkdtempSync(join(tmpdir(), 'vigia-tools-'));
    config = readConfig({ VIGIA_DATA_DIR: dataFolder, PORT: '0' });
    app = await startTestApp({ dataFolder });
  });
  afterAll(() => rmSync(dataFolder, { recursive: true }));
  const faults = async (clock = systemClock) =>
    (await examineInstallation({ config, clock, webRoot: dataFolder })).filter((finding) => !finding.isFine);

  it('use the same database while the server runs and after it is stopped', async () => {
    const load = (...times: number[]) =>
      importHistory(config, { symbol: 'EURUSD', candles: inBlocks(candlesAt(...times)) });
    expect(await load(60, 120)).toEqual({ ok: true, value: { read: 2, added: 2 } });
    expect(await faults()).toEqual([
      { name: 'Aplicación web', isFine: false, text: 'Falta construirla: ejecuta «npm run build».' },
    ]);
    expect((await faults(new ManualClock(Date.now() + 60_000))).map(({ name }) => name)).toContain('Reloj');
    const origin = { ip: '127.0.0.1', userAgent: null };
    const person = await embeddedAuth(app).signInAnonymously({}, origin);
    const userId = person.ok ? person.value.user.id : '';
    expect(await verifySecurityLogs(config)).toEqual([]);
    const verified = await verify(config, { since: null, setupId: null });
    expect(verified).toMatchObject({ log: { faults: [] }, trades: [] });
    expect(verified.owners.filter(({ fault }) => fault !== null)).toEqual([]);
    await app.db.sql`
      INSERT INTO security_log (user_id, seq, at, kind, previous_hash, hash) VALUES (${userId}, 999, now(),
        'signed_in', '', '')`;
    expect(await verifySecurityLogs(config)).toEqual([{ userId, seq: 999 }]);
    const [trade] = await app.db.sql<[{ id: string }]>`
      INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction,
        stake_minor,
                          payout_bp, duration_min, entry_price, entry_tick_ms, entry_time, expiry_time, status,
                            execution,
                          profit_minor, settled_at, created_at, last_seq)
      SELECT gen_random_uuid(), user_id, id, 'mock', 'mock', 'mock', 'manual', 'EURUSD', 'simulated', 'CALL', 1000, 8500, 1, 1.1,
             0, now() - interval '1 minute', now(), 'lost', 'confirmed', -1000, now(), now(), 5
      FROM accounts WHERE user_id = ${userId} RETURNING id`;
    const correct = (outcome: 'won' | 'expired') =>
      correctTradeOf(config, { tradeId: trade.id, outcome, reason: 'otro precio' });
    expect(await correct('won')).toMatchObject({ value: { before: 'lost', after: 'won', profitAfterMinor: 850 } });
    const account = await app.db.sql`SELECT cash_minor, held_minor FROM accounts WHERE user_id = ${userId}`;
    expect([...account]).toEqual([{ cash_minor: 1_001_850, held_minor: 0 }]);
    await app.stop();
    expect(await correct('expired')).toMatchObject({ value: { before: 'won', after: 'expired', profitAfterMinor: 0 } });
    expect(await verifySecurityLogs(config)).toEqual([{ userId, seq: 999 }]);
    expect(await load(60, 120, 180)).toEqual({ ok: true, value: { read: 3, added: 1 } });
  });

  /** Runs statements in the stopped database. */
  async function asOwner(work: (sql: Sql) => Promise<unknown>): Promise<void> {
    const undo = new UndoStack();
    const { owner } = await openUnmigrated(config, 'prueba', undo);
    await withConnection(owner, work);
    await undo.run();
  }

  it('report a key file that others can read', async () => {
    chmodSync(masterKeyFile(dataFolder), 0o644);
    const found = await faults();
    chmodSync(masterKeyFile(dataFolder), 0o600);
    expect(found.find(({ name }) => name === 'Claves')?.text).toContain('chmod 600');
  });

  it('report data of a newer version', async () => {
    await asOwner((sql) => sql`INSERT INTO schema_migrations (number, name, checksum) VALUES (9999, 'later', 'x')`);
    const found = await faults();
    await asOwner((sql) => sql`DELETE FROM schema_migrations WHERE number = 9999`);
    expect(found.map(({ name }) => name)).toEqual(['Datos', 'Aplicación web']);
    expect(found[0]?.text).toMatch(/de una versión más nueva de Vigía/);
  });

  it('report only the damage of a damaged database, and nothing about its contents', async () => {
    const version = join(dataFolder, 'postgres', 'PG_VERSION');
    const kept = readFileSync(version);
    rmSync(version);
    const found = await examineInstallation({ config, clock: systemClock, webRoot: dataFolder });
    writeFileSync(version, kept);
    const names = found.map(({ name, isFine }) => (isFine ? name : `✗ ${name}`));
    expect(names).toEqual(expect.arrayContaining(['Claves', '✗ Base de datos', 'Reloj']));
    expect(names.filter((name) => name.endsWith('Datos'))).toEqual([]);
  });

  it('report only once that an external database does not answer', async () => {
    const away = readConfig({ VIGIA_DATA_DIR: dataFolder, PORT: '0', DATABASE_URL: 'postgres://v:v@127.0.0.1:9/v' });
    const found = await examineInstallation({ config: away, clock: systemClock, webRoot: dataFolder });
    const faulty = found.filter(({ isFine }) => !isFine).map(({ name }) => name);
    expect(faulty).toEqual(['Base de datos', 'Aplicación web']);
  });

  it('report a master key that cannot decrypt the data', async () => {
    const file = masterKeyFile(dataFolder);
    const key = readFileSync(file);
    writeFileSync(file, Buffer.alloc(32, 7));
    const found = await faults();
    writeFileSync(file, key);
    expect(found.find(({ name }) => name === 'Datos')?.text).toMatch(/^La clave maestra no es la de estos datos/);
    expect((await faults()).map(({ name }) => name)).toEqual(['Aplicación web']);
  });

  it('report a damaged log key, a recording that cannot be played and a NATS server that does not answer', async () => {
    const key = join(dataFolder, 'keys', 'log.key');
    const seed = readFileSync(key);
    writeFileSync(key, 'short');
    const NATS_URL = 'nats://127.0.0.1:9';
    const wrong = readConfig({ VIGIA_DATA_DIR: dataFolder, PORT: '0', MARKET_FEED: 'replay:./EURUSD_none.csv' });
    const found = await examineInstallation({
      config: { ...wrong, cluster: { ...wrong.cluster, natsUrl: NATS_URL } },
      clock: systemClock,
      webRoot: dataFolder,
    });
    writeFileSync(key, seed);
    const text = (name: string) => found.find((one) => one.name === name && !one.isFine)?.text;
    expect(text('Registro verificable')).toMatch(/log.key está dañada/);
    expect(text('Precios')).toMatch(/EURUSD_none.csv no se puede reproducir/);
    expect(text('Otros procesos')).toMatch(/^NATS no responde/);
  });

  it('report a clock that is set before the time of this program', async () => {
    expect((await faults(new ManualClock(0))).find(({ name }) => name === 'Reloj')?.text).toContain('1970');
  });
});
