import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chainHashOf, GENESIS_HASH } from '#features/signals/index.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { verify } from './verify.ts';

const FROM_TIME = 1_795_300_020;
/** Closes that rise until the last minute. In the last minute they fall, and the fast average crosses the slow one. */
const CLOSES = [1.1, 1.2, 1.3, 1.2];
const TURN = FROM_TIME + 3 * 60;

let database: TestDatabase;
let config: Config;
let folder: string;
let strategyId: string;

const verifySignals = async (pause: () => Promise<unknown>) =>
  (await verify(config, { since: null, setupId: null }, pause)).owners.filter(({ id }) => id === strategyId);

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
            ${chainHashOf(GENESIS_HASH, body)}, now())`;
  return id;
}

it('the check of signals checks a signal again if its candle is stored a moment later', async () => {
  await store(0, 1, 2);
  const pause = vi.fn<() => Promise<unknown>>(() => store(3));
  expect(await verifySignals(pause)).toMatchObject([
    { id: strategyId, signals: 1, fault: null, derivations: [{ kind: 'derived', signals: 1 }] },
  ]);
  expect(pause).toHaveBeenCalledTimes(1);
});

it('the check of signals reports that a signal has no candle if its candle is never stored', async () => {
  await store(0, 1, 2);
  expect(await verifySignals(async () => undefined)).toMatchObject([
    { id: strategyId, fault: null, derivations: [{ kind: 'differs', seq: 1, key: null }] },
  ]);
});

it('the check of signals does not pause if all signals match their candles', async () => {
  await store(0, 1, 2, 3);
  const pause = vi.fn<() => Promise<unknown>>(async () => undefined);
  expect(await verifySignals(pause)).toMatchObject([{ derivations: [{ kind: 'derived', signals: 1 }] }]);
  expect(pause).not.toHaveBeenCalled();
});

/** Entry time of the only signal that the rules give. */
const ENTRY_MS = (TURN + 60) * 1_000;

/** Stores a tick each second around the entry, from seven minutes before until a minute after. */
async function storeTicks(backfilled: 'live' | 'backfilled' = 'live'): Promise<void> {
  const { sql } = database.db;
  const day = new Date(ENTRY_MS).toISOString().slice(0, 10);
  await sql`SELECT ensure_day_partitions(${day}, ${day})`;
  await sql`
    INSERT INTO ticks (source, symbol, time_ms, price, backfilled)
    SELECT 'simulated', 'EURUSD', ms, 1.1, ${backfilled === 'backfilled'}
    FROM generate_series(${ENTRY_MS - 420_000}::bigint, ${ENTRY_MS + 60_000}::bigint, 1000) ms`;
}

/** Removes the only signal, and with it the end of its chain, which leaves no gap. */
const forgeWithoutSignal = () =>
  withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql.unsafe('DELETE FROM strategy_signals'));

/** States since when the strategy is on, and the price source of its version. */
const setHistory = (switches: readonly { readonly at_ms: number; readonly on: boolean }[]) =>
  withConnection(parseDatabaseUrl(database.ownerUrl), async (sql) => {
    await sql`UPDATE strategies SET switches = ${sql.json(switches)}, live_since = to_timestamp(${FROM_TIME - 3_600})`;
    await sql`
      UPDATE strategy_versions SET price_source = 'simulated', live_since = to_timestamp(${FROM_TIME - 3_600})`;
  });

const ON = [{ at_ms: ENTRY_MS - 3_600_000, on: true }];
const absencesNow = async () => (await verifySignals(async () => undefined))[0]?.derivations;

describe('a signal that the rules give but that is not stored', () => {
  beforeEach(() => store(0, 1, 2, 3));

  it('is reported as missing if the strategy was on and the recorded ticks were live', async () => {
    await storeTicks();
    await setHistory(ON);
    expect(await absencesNow()).toMatchObject([{ kind: 'derived', signals: 1, absences: { missing: [] } }]);
    await forgeWithoutSignal();
    expect(await absencesNow()).toEqual([
      {
        kind: 'derived',
        version: 1,
        signals: 0,
        absences: { explained: { off: 0, unrecorded: 0, payout: 0, prices: 0 }, missing: [ENTRY_MS] },
      },
    ]);
  });

  it.each([
    ['was off', 'off', [...ON, { at_ms: ENTRY_MS - 600_000, on: false }]],
    ['was switched on a minute before', 'off', [{ at_ms: ENTRY_MS - 60_000, on: true }]],
    ['is older than the record of its switches', 'unrecorded', [{ at_ms: ENTRY_MS + 1, on: true }]],
  ] as const)('is not reported as missing if the strategy %s', async (_name, reason, switches) => {
    await storeTicks();
    await setHistory(switches);
    await forgeWithoutSignal();
    // A strategy that was never on and has no signal is not derived, so the last switch is on.
    await setHistory([...switches, { at_ms: ENTRY_MS + 600_000, on: true }]);
    expect(await absencesNow()).toMatchObject([{ absences: { explained: { [reason]: 1 }, missing: [] } }]);
  });

  it('is not reported as missing if its rules depend on a payout', async () => {
    await storeTicks();
    await setHistory(ON);
    await withConnection(parseDatabaseUrl(database.ownerUrl), async (sql) => {
      const gates = sql.json({ payout_min: 0.8 });
      await sql`UPDATE strategy_versions SET parameters = parameters || jsonb_build_object('gates', ${gates})`;
    });
    await forgeWithoutSignal();
    expect(await absencesNow()).toMatchObject([{ absences: { explained: { payout: 1 }, missing: [] } }]);
  });

  it.each([
    ['no ticks are recorded', async () => undefined],
    ['the ticks came later', () => storeTicks('backfilled')],
    [
      'the server started three minutes before',
      async () => {
        await storeTicks();
        await removeTicks(`time_ms < ${ENTRY_MS - 180_000}`);
      },
    ],
    [
      'the last tick was older than two seconds',
      async () => {
        await storeTicks();
        await removeTicks(`time_ms >= ${ENTRY_MS - 5_000} AND time_ms < ${ENTRY_MS}`);
      },
    ],
  ])('is not reported as missing if %s', async (_name, prices) => {
    await prices();
    await setHistory(ON);
    await forgeWithoutSignal();
    expect(await absencesNow()).toMatchObject([{ absences: { explained: { prices: 1 }, missing: [] } }]);
  });
});

const removeTicks = (where: string) =>
  withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql.unsafe(`DELETE FROM ticks WHERE ${where}`));

it('the database records when a strategy is switched on and off, each change once', async () => {
  const { sql } = database.db;
  const at = (ms: number) => new Date(ms);
  await sql`UPDATE strategies SET status = 'paused', updated_at = ${at(1_000)}`;
  await sql`UPDATE strategies SET status = 'inactive', updated_at = ${at(2_000)}`;
  await sql`UPDATE strategies SET status = 'active', updated_at = ${at(3_000)}`;
  await sql`UPDATE strategies SET archived_at = now(), updated_at = ${at(4_000)}`;
  const [row] = await sql<{ switches: unknown[] }[]>`SELECT switches FROM strategies`;
  expect(row?.switches.slice(1)).toEqual([
    { at_ms: 1_000, on: false },
    { at_ms: 3_000, on: true },
    { at_ms: 4_000, on: false },
  ]);
});

it('the database records when a setup is switched on and off', async () => {
  const { sql } = database.db;
  await sql`
    INSERT INTO pcr_setups (id, name, asset, timeframe, is_active, definition, anchor_time, live_since, created_at,
                            updated_at)
    VALUES (${randomUUID()}, 'x', 'EURUSD', '1m', true, '{}', 0, now(), now(), ${new Date(500)})`;
  await sql`UPDATE pcr_setups SET is_active = false, updated_at = ${new Date(1_000)} WHERE name = 'x'`;
  const [row] = await sql<{ switches: unknown[] }[]>`SELECT switches FROM pcr_setups WHERE name = 'x'`;
  expect(row?.switches).toEqual([
    { at_ms: 500, on: true },
    { at_ms: 1_000, on: false },
  ]);
});
