import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GENESIS_HASH, sealOf } from '#features/signals/index.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { verifySignals } from './verify-signals.ts';

const FROM_TIME = 1_795_300_020;
/** Closes that rise until the last minute. In the last minute they fall, and the fast average crosses the slow one. */
const CLOSES = [1.1, 1.2, 1.3, 1.2];
const TURN = FROM_TIME + 3 * 60;

let database: TestDatabase;
let config: Config;
let folder: string;
let strategyId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'vigia-verify-'));
  config = readConfig({ VIGIA_DATA_DIR: folder, DATABASE_URL: database.ownerUrl });
  strategyId = await strategyWithSignal();
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const candle = (index: number) => {
  const price = CLOSES[index] ?? 0;
  return { time: FROM_TIME + index * 60, open: price, high: price, low: price, close: price };
};
const store = (...indexes: number[]) =>
  database.db.sql`
    INSERT INTO candles_1m
    SELECT * FROM jsonb_populate_recordset(NULL::candles_1m, ${database.db.sql.json(
      indexes.map((index) => ({ source: 'simulated', symbol: 'EURUSD', ...candle(index) })),
    )})`;

/** Stores a strategy and the hash-chained signal of this crossing in the same way as the engine. */
async function strategyWithSignal(): Promise<string> {
  const { sql } = database.db;
  const [userId, id] = [randomUUID(), randomUUID()];
  const parameters = { fast: 1, slow: 2, ma_type: 'sma', trade_amount: 1, duration: 1 };
  const entryTimeMs = (TURN + 60) * 1_000;
  const body = {
    strategy_id: id,
    strategy_version: 1,
    source: 'simulated',
    direction: 'PUT',
    entry_price: 1.2,
    entry_time_ms: entryTimeMs,
    expiration_ms: entryTimeMs + 60_000,
    candle: candle(3),
  };
  await sql`INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${userId}, true, now(), now())`;
  await sql`INSERT INTO users (id, created_at, updated_at) VALUES (${userId}, now(), now())`;
  await sql`
    INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, anchor_time, live_since,
      created_at, updated_at)
    VALUES (${id}, ${userId}, 'Mía', 'moving_average', 'EURUSD', '1m', ${sql.json(parameters)}, 'active', ${FROM_TIME}, now(), now(), now())`;
  await sql`
    INSERT INTO strategy_versions (strategy_id, version, type, asset, timeframe, parameters, anchor_time,
      live_since, created_at)
    SELECT id, 1, type, asset, timeframe, parameters, anchor_time, live_since, created_at FROM strategies`;
  await sql`
    INSERT INTO strategy_signals (id, strategy_id, seq, version, candle_time, entry_time_ms, expiration_ms, body,
      previous_hash, hash, published_at)
    VALUES (${randomUUID()}, ${id}, 1, 1, ${TURN}, ${entryTimeMs}, ${entryTimeMs + 60_000}, ${sql.json(body)},
      ${GENESIS_HASH},
            ${sealOf(GENESIS_HASH, body)}, now())`;
  return id;
}

it('verifySignals checks a signal again if its candle is stored a moment later', async () => {
  await store(0, 1, 2);
  const pause = vi.fn<() => Promise<unknown>>(() => store(3));
  expect(await verifySignals(config, null, pause)).toMatchObject([
    { id: strategyId, signals: 1, fault: null, derivations: [{ kind: 'derived', signals: 1 }] },
  ]);
  expect(pause).toHaveBeenCalledTimes(1);
});

it('verifySignals reports that a signal has no candle if its candle is never stored', async () => {
  await store(0, 1, 2);
  expect(await verifySignals(config, null, async () => undefined)).toMatchObject([
    { id: strategyId, fault: null, derivations: [{ kind: 'differs', seq: 1, key: null }] },
  ]);
});

it('verifySignals does not pause if all signals match their candles', async () => {
  await store(0, 1, 2, 3);
  const pause = vi.fn<() => Promise<unknown>>(async () => undefined);
  expect(await verifySignals(config, null, pause)).toMatchObject([{ derivations: [{ kind: 'derived', signals: 1 }] }]);
  expect(pause).not.toHaveBeenCalled();
});
