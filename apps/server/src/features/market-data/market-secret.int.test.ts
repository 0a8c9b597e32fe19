import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSealer } from '#platform/crypto/sealer.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { readMarketFacts } from './market-secret.ts';

const SEALER = createSealer(Buffer.alloc(32, 1));
const NOON_MS = Date.UTC(2026, 10, 21, 12);
const keyBytes = (fill: number) => (length: number) => new Uint8Array(length).fill(fill);

let test: TestDatabase;

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.close());

const factsFrom = (fill: number, sealer = SEALER) => readMarketFacts(test.db.sql, sealer, keyBytes(fill));

it('readMarketFacts creates a key of 256 bits at the first call, and never changes it', async () => {
  const first = await factsFrom(7);
  expect(first).toEqual({ key: new Int32Array(8).fill(0x07070707), pace: 'uneven', origin: null });
  expect(await factsFrom(8)).toEqual(first);
});

it('readMarketFacts stores the key only in sealed form, which no other key opens', async () => {
  await factsFrom(7);
  const [row] = await test.db.sql<{ text: string }[]>`
    SELECT string_agg(value::text, ' ') AS text FROM installation WHERE key = 'market_secret'`;
  const key = Buffer.alloc(32, 7);
  expect(row?.text).toContain('sealed');
  for (const form of ['base64', 'base64url', 'hex'] as const) expect(row?.text).not.toContain(key.toString(form));
  await expect(factsFrom(7, createSealer(Buffer.alloc(32, 2)))).rejects.toThrow();
});

it('readMarketFacts continues the last stored prices of an earlier version', async () => {
  const { sql } = test.db;
  for (const [symbol, time] of [
    ['EURUSD', -60],
    ['EURUSD', -120],
    ['GBPUSD', -60],
  ] as const)
    await sql`
      INSERT INTO candles_1m (source, symbol, time, open, high, low, close)
      VALUES ('simulated', ${symbol}, ${NOON_MS / 1_000 + time}, 1, 2, 1, 1.5)`;
  await sql`SELECT ensure_day_partitions('2026-11-21', '2026-11-21')`;
  for (const [source, afterMs, price] of [
    ['simulated', 100, 1.25],
    ['simulated', 900, 1.26],
    ['deriv', 5_000, 9],
  ] as const)
    await sql`
      INSERT INTO ticks (source, symbol, time_ms, price) VALUES (${source}, 'EURUSD', ${NOON_MS + afterMs}, ${price})`;
  const facts = await factsFrom(7);
  expect(facts.origin).toEqual({ timeMs: NOON_MS + 901, prices: { EURUSD: 1.26, GBPUSD: 1.5 } });
  expect(await factsFrom(8)).toEqual(facts);
});
