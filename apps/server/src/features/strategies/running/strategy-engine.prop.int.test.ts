import { readStrategyRules } from '@vigia/contract';
import { at, type CandleColumns, candlesFromTicks, type TickColumns } from '@vigia/core/candles';
import { epochMs, price } from '@vigia/core/kernel';
import { expirationOf, type SettleableSignal, SettlementBook } from '@vigia/core/pcr';
import { StrategyFold, type StrategyRules } from '@vigia/core/strategies';
import { CANDLE_BASED_TYPES, type CandleBasedType } from '@vigia/core/strategy-definitions';
import { lengthIn } from '@vigia/core/trades';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import { propertyRuns, SeededRng } from '@vigia/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { verifyChain } from '../../signals/index.ts';
import { deleteAllUsers } from '../../trading/testing.ts';
import { recomputeStrategySignals } from '../recompute-strategy-signals.ts';
import type { Strategies } from '../strategies.ts';
import { createStrategyWorld, MINUTE_MS, START_MS, volatileTicks } from '../testing.ts';
import { COLOUR_RULES, strategyBody } from '../testing-body.ts';

/** Options of `vi.waitFor` with a long timeout for a busy machine. */
const IN_TIME = { timeout: 20_000 };
const MINUTES = 180;
const END_MS = START_MS + MINUTES * MINUTE_MS;
/**
 * Time at which the strategies are created. Their indicators are warm by then, and every candle that closes later is
 * live.
 */
const CREATED_MS = START_MS + 30 * MINUTE_MS;

const WISHES: readonly (readonly [CandleBasedType, '1m' | '5m', object])[] = [
  ['rsi', '1m', { rsi_period: 4, oversold: 40, overbought: 60, duration: 2 }],
  ['macd', '1m', { fast: 2, slow: 4, signal: 3, duration: 3 }],
  ['bollinger', '1m', { period: 5, std_dev: 1, squeeze_threshold: 0.01, duration: 1 }],
  ['moving_average', '1m', { fast: 2, slow: 6, duration: 5 }],
  ['moving_average', '5m', { fast: 1, slow: 3, ma_type: 'sma', duration: 7 }],
  ['stochastic', '1m', { k_period: 4, k_smoothing: 1, d_period: 2, oversold: 45, overbought: 55, duration: 2 }],
  ['engulfing', '1m', { body_ratio: 1, trend_candles: 1, duration: 3 }],
  ['rsi', '5m', { rsi_period: 2, oversold: 45, overbought: 55, duration: 4 }],
  ['rsi', '1m', { rsi_period: 3, oversold: 45, overbought: 55, duration: 2, gates: { cooldown_candles: 5 } }],
  ['custom', '1m', { ...COLOUR_RULES, duration: 3, gates: { hours: { from: '00:20', to: '01:10' } } }],
];

type Found = {
  readonly entry: string;
  readonly direction: string;
  price: number;
  outcome: string;
  settle: number | null;
};

/** Finds the signals with the core package alone, which processes the whole recording in one pass. */
function replayed(ticks: TickColumns, rules: StrategyRules, timeframe: '1m' | '5m'): Found[] {
  const seconds = TIMEFRAME_SECONDS[timeframe];
  const { candles } = candlesFromTicks(ticks, seconds);
  const fold = new StrategyFold(rules, seconds);
  const found = new Map<SettleableSignal, Found>();
  const book = new SettlementBook<SettleableSignal>(60, ({ signal, outcome, settlePrice }) => {
    const one = found.get(signal);
    if (one) Object.assign(one, { outcome, settle: outcome === 'void' ? null : settlePrice });
  });
  let row = 0;
  for (let i = 0; i < candles.length; i += 1) {
    const [time, close] = [at(candles.time, i), at(candles.close, i)];
    const closeMs = (time + seconds) * 1_000;
    for (; row < ticks.length && at(ticks.timeMs, row) < closeMs; row += 1)
      book.pushTick(at(ticks.timeMs, row), at(ticks.price, row));
    const move = fold.push(time, at(candles.open, i), at(candles.high, i), at(candles.low, i), close);
    if (move === 0 || closeMs <= liveSinceOf(ticks)) continue;
    const direction = move === 1 ? 'CALL' : 'PUT';
    const { expirationTime } = expirationOf(closeMs, lengthIn(rules.parameters));
    const signal = { direction, entryTime: epochMs(closeMs), entryPrice: price(close), expirationTime } as const;
    found.set(signal, {
      entry: new Date(closeMs).toISOString(),
      direction,
      price: close,
      outcome: 'pending',
      settle: null,
    });
    book.add(signal);
  }
  for (; row < ticks.length; row += 1) book.pushTick(at(ticks.timeMs, row), at(ticks.price, row));
  return [...found.values()];
}

/** Returns the time of the last tick before the strategies were created. */
const liveSinceOf = (ticks: TickColumns): number =>
  Math.max(...Array.from(ticks.timeMs.subarray(0, ticks.length)).filter((timeMs) => timeMs < CREATED_MS));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Plays the recording through a server that restarts at the given times. */
async function played(ticks: TickColumns, restarts: readonly number[]) {
  await deleteAllUsers(database);
  const world = createStrategyWorld(database.db, ticks);
  const userId = await world.newPerson();
  world.market.playUntil(CREATED_MS);
  let strategies = await world.started();
  const ids: string[] = [];
  for (const [type, timeframe, parameters] of WISHES) {
    const made = await strategies.create(
      { userId, scopes: null },
      strategyBody({ type, timeframe, parameters, status: 'active' }),
    );
    if (made.ok) ids.push(made.value.id);
  }
  for (const restartMs of restarts.toSorted((a, b) => a - b)) {
    world.market.playUntil(restartMs);
    await strategies.stop();
    strategies = await world.started();
  }
  world.market.playUntil(END_MS);
  await untilDecided(world, strategies);
  const found: Found[][] = [];
  for (const id of ids) {
    const signals = (await strategies.signals(userId, id)) ?? [];
    found.push(
      signals.toReversed().map((signal) => ({
        entry: signal.entry_time,
        direction: signal.direction,
        price: signal.entry_price,
        // A void signal has no comparable settle price, because that price depends on how far back the lookup searched.
        outcome: signal.status,
        settle: signal.status === 'void' ? null : signal.settle_price,
      })),
    );
  }
  await strategies.stop();
  return found;
}

/**
 * Advances the clock until the signals from before the last restart are settled. Each of them first needs a call to the
 * market.
 */
async function untilDecided(
  { clock, deps }: ReturnType<typeof createStrategyWorld>,
  strategies: Strategies,
): Promise<void> {
  const lastMs = deps.markets.knownThroughMs(deps.markets.own.source, 'EURUSD') ?? 0;
  await vi.waitFor(async () => {
    clock.advance(1_000);
    await strategies.drained();
    const [row] = await deps.db.sql<[{ open: number }]>`
      SELECT count(*)::int AS open FROM strategy_signals s LEFT JOIN strategy_signal_outcomes o ON o.signal_id = s.id
      WHERE o.signal_id IS NULL AND s.expiration_ms <= ${lastMs}`;
    expect(row.open).toBe(0);
  }, IN_TIME);
}

const expectedOf = (ticks: TickColumns): Found[][] =>
  WISHES.map(([type, timeframe, parameters]) => {
    const rules = readStrategyRules({ type, parameters });
    if (!rules.ok) throw new Error(JSON.stringify(rules.error));
    return replayed(ticks, rules.value, timeframe).slice(-100);
  });

describe('live signals of strategies and their outcomes', () => {
  it('equal the signals and outcomes of a replay of the same ticks, for any restarts of the server', async () => {
    const seeds = fc.integer({ min: 0, max: 1_000_000 });
    const restarts = fc.array(fc.integer({ min: CREATED_MS + 1, max: END_MS }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(seeds, restarts, async (seed, moments) => {
        const ticks = volatileTicks(new SeededRng(seed), MINUTES);
        expect(await played(ticks, moments)).toEqual(expectedOf(ticks));
      }),
      { numRuns: propertyRuns(8) },
    );
  });

  it('include every strategy type, every outcome, and at least one signal of every strategy', () => {
    expect(new Set(WISHES.map(([type]) => type))).toEqual(new Set(CANDLE_BASED_TYPES));
    const all = [1, 2, 3, 4].flatMap((seed) => expectedOf(volatileTicks(new SeededRng(seed), MINUTES)));
    expect(all.filter((found) => found.length === 0)).toEqual([]);
    const outcomes = new Set(all.flat().map(({ outcome }) => outcome));
    expect([...outcomes].toSorted()).toEqual(expect.arrayContaining(['lost', 'pending', 'void', 'won']));
  });
});

const NONE_ABSENT = { explained: { off: 0, unrecorded: 0, payout: 0, prices: 0 }, missing: [] };
/** Returns a time at which the last of these signals is the newest that must be stored. */
const afterLast = (rows: readonly { readonly entry_time_ms: number }[]): number =>
  (rows.at(-1)?.entry_time_ms ?? 0) + 60_000;

describe('the verification of hash-chained signals', () => {
  it('recomputes signals from the stored candles, and reports each signal that differs from them', async () => {
    const ticks = volatileTicks(new SeededRng(7), MINUTES);
    await played(ticks, []);
    const { sql } = database.db;
    await store(candlesFromTicks(ticks, 60).candles);
    const owners = await sql<{ id: string; type: string }[]>`SELECT id, type FROM strategies ORDER BY created_at, id`;
    for (const { id, type } of owners) {
      const { rows, fault } = await verifyChain(sql, 'strategy', id);
      expect([type, fault]).toEqual([type, null]);
      expect([type, await recomputeStrategySignals(sql, id, rows, afterLast(rows))]).toEqual([
        type,
        [{ kind: 'derived', version: 1, signals: rows.length, absences: NONE_ABSENT }],
      ]);
      const turned = rows.map((row, index) => (index === 1 ? { ...row, body: { ...row.body, entry_price: 9 } } : row));
      expect(await recomputeStrategySignals(sql, id, turned, afterLast(rows))).toMatchObject([
        { kind: 'differs', seq: 2, key: 'entry_price' },
      ]);
      const explained = rows.map((row, index) => (index === 1 ? { ...row, body: { ...row.body, criteria: [] } } : row));
      expect(await recomputeStrategySignals(sql, id, explained, afterLast(rows))).toMatchObject([
        { kind: 'differs', seq: 2, key: 'criteria' },
      ]);
      const moved = rows.map((row, index) => (index === 1 ? { ...row, entry_time_ms: 1 } : row));
      expect(await recomputeStrategySignals(sql, id, moved, afterLast(rows))).toMatchObject([
        { kind: 'differs', seq: 2, key: null },
      ]);
    }
  });
});

async function store(minutes: CandleColumns): Promise<void> {
  const column = (values: Float64Array) => Array.from({ length: minutes.length }, (_, row) => at(values, row));
  await database.db.sql`
    INSERT INTO candles_1m (source, symbol, time, open, high, low, close)
    SELECT 'simulated', 'EURUSD', t.* FROM unnest(${column(minutes.time)}::bigint[], ${column(minutes.open)}::float8[],
      ${column(minutes.high)}::float8[], ${column(minutes.low)}::float8[], ${column(minutes.close)}::float8[]) AS t
    ON CONFLICT DO NOTHING`;
}
