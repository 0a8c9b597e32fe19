import type { Worker } from 'node:worker_threads';
import { type BacktestJob, type BacktestRequest, readPcrSetup, readStrategyRules } from '@vigia/contract';
import { type Candle, columnsOf } from '@vigia/core/candles';
import { demoFacts, simulatedAsset } from '@vigia/core/market-model';
import { secondsOf, type TradeLength } from '@vigia/core/trades';
import { ManualClock, SeededRng } from '@vigia/testkit';
import pino from 'pino';
import { openSourceThread } from '#composition/testing-thread.ts';
import { createInProcessCalls } from '#platform/calls/in-process-calls.ts';
import { createSingleProcessCluster } from '#platform/cluster/single-process-cluster.ts';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { createAccounts, NO_CONNECTIONS } from '../accounts/index.ts';
import { MARKET_WITHOUT_PRICES, singleMarket } from '../market-data/testing.ts';
import { createBacktests } from './backtests.ts';
import type { BacktestDeps } from './deps.ts';

/** Seed of the simulated market in these tests. */
export const MARKET_SEED = 7;
export const NOW_MS = Date.parse('2026-11-21T12:00:00.000Z');
/** Start of the stored candles, epoch seconds. */
export const FIRST_TIME = Date.UTC(2026, 9, 1) / 1_000;

/** Generates closed 1-minute candles as a random walk. */
export function randomWalk(count: number, seed = 1, first = FIRST_TIME): Candle[] {
  const rng = new SeededRng(seed);
  let close = 1.1;
  return Array.from({ length: count }, (_, minute) => {
    const open = close;
    close = Math.round((open + (rng.next() - 0.5) * 0.001) * 1e5) / 1e5;
    const high = Math.max(open, close) + Math.round(rng.next() * 20) / 1e5;
    const low = Math.min(open, close) - Math.round(rng.next() * 20) / 1e5;
    return { time: first + 60 * minute, open, high, low, close };
  });
}

export const csvOf = (candles: readonly Candle[]): string =>
  ['time,open,high,low,close', ...candles.map((c) => [c.time, c.open, c.high, c.low, c.close].join(','))].join('\n');

export const RSI = {
  kind: 'strategy' as const,
  timeframe: '5m' as const,
  rules: {
    type: 'rsi' as const,
    parameters: { rsi_period: 14, oversold: 30, overbought: 70, trade_amount: 10, duration: 5 },
  },
} satisfies BacktestRequest['subject'];

/** Starts the backtests feature with a real database and real threads. */
export async function startBacktests(openThread: () => Worker = openSourceThread) {
  const database = await createTestDatabase();
  const { db } = database;
  const clock = new ManualClock(NOW_MS);
  const keyedHash = createKeyedHash(Buffer.alloc(32, 7));
  const accounts = createAccounts({ ids: randomIds, keyedHash, connections: NO_CONNECTIONS });
  const setup = readPcrSetup({ patterns: { requiredCriteria: 4 } });
  if (!setup.ok) throw new Error('the setup is one');
  const rules = readStrategyRules(RSI.rules);
  const log = pino({ level: 'silent' });
  const deps: BacktestDeps = {
    db,
    clock,
    ids: randomIds,
    log,
    openThread,
    whileKept: () => () => undefined,
    simulated: demoFacts(MARKET_SEED),
    calls: createInProcessCalls(log),
    cluster: createSingleProcessCluster(log),
    markets: singleMarket({
      source: 'simulated' as const,
      asset: (symbol: string) => simulatedAsset(symbol),
      payoutBp: (_symbol: string, length: TradeLength, atMs: number) =>
        8_000 + (secondsOf(length) ?? 0) / 6 + (Math.floor(atMs / 3_600_000) % 2),
      ...MARKET_WITHOUT_PRICES,
    }),
    pcr: {
      rulesOf: async (_sql, userId, id) =>
        id === savedRulesId(userId) ? { name: 'x', asset: 'EURUSD', version: 1, rules: setup.value } : null,
    },
    strategies: {
      rulesOf: async (_sql, userId, id) =>
        id === savedRulesId(userId) && rules.ok
          ? { name: 'x', asset: 'EURUSD', timeframe: '5m', version: 1, rules: rules.value }
          : null,
    },
  };
  const backtests = createBacktests(deps);

  async function newPerson(timeZone = 'UTC'): Promise<string> {
    const userId = randomIds.next();
    await db.transaction(async (tx) => {
      await tx`INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${userId}, true, now(), now())`;
      const metadata = { time_zone: timeZone };
      await accounts.openAccount(tx, {
        userId,
        email: null,
        phone: null,
        metadata,
        isAnonymous: true,
        nowMs: clock.now(),
      });
    });
    return userId;
  }

  async function store(symbol: string, candles: readonly Candle[], source = 'simulated'): Promise<void> {
    const { time, open, high, low, close } = columnsOf(candles);
    const column = (values: Float64Array) => [...values];
    await db.sql`
      INSERT INTO candles_1m (source, symbol, time, open, high, low, close)
      SELECT ${source}, ${symbol}, c.* FROM unnest(${column(time)}::bigint[], ${column(open)}::float8[],
        ${column(high)}::float8[], ${column(low)}::float8[], ${column(close)}::float8[]) AS c`;
  }

  /** Waits until the backtest has ended, and returns it. */
  async function ended(userId: string, job: BacktestJob): Promise<BacktestJob> {
    await backtests.idle();
    const found = await backtests.one(userId, job.id);
    if (found === null) throw new Error('the job is gone');
    return found;
  }

  return {
    db,
    clock,
    deps,
    backtests,
    database,
    newPerson,
    store,
    ended,
    async close() {
      await backtests.stop();
      await database.close();
    },
  };
}

/** Returns the id of the saved rules of a user. */
export const savedRulesId = (userId: string): string => userId.replace(/^.{8}/, 'aaaaaaaa');
