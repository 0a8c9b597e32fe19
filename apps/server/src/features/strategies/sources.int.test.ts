import { SeededRng } from '@vigia/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { MARKET_OPENED } from '../market-data/index.ts';
import { createUnavailableMarket } from '../market-data/markets/unavailable-market.ts';
import { ScriptedMarkets } from '../market-data/testing.ts';
import { deleteAllUsers } from '../trading/testing.ts';
import type { StrategyMarket } from './deps.ts';
import { createStrategies, type Strategies } from './strategies.ts';
import { createStrategyWorld, MINUTE_MS, ScriptedMarket, START_MS, volatileTicks } from './testing.ts';
import { strategyBody } from './testing-body.ts';

const NERVOUS = { rsi_period: 3, oversold: 45, overbought: 55, duration: 2 } as const;
const ACTIVE = { timeframe: '1m', status: 'active', parameters: NERVOUS } as const;
const minute = (count: number): number => START_MS + count * MINUTE_MS;

let database: TestDatabase;
let world: ReturnType<typeof createStrategyWorld>;
let theirs: ScriptedMarket;
let markets: ScriptedMarkets<StrategyMarket>;
let strategies: Strategies;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await deleteAllUsers(database);
  world = createStrategyWorld(database.db, volatileTicks(new SeededRng(11), 120));
  const { clock, deps } = world;
  theirs = new ScriptedMarket(volatileTicks(new SeededRng(12), 120), clock, deps.bus);
  theirs.source = 'iqoption';
  markets = new ScriptedMarkets<StrategyMarket>(
    world.market,
    [theirs],
    createUnavailableMarket({ sql: database.db.sql, clock }, 'iqoption', false),
  );
  markets.open.add('iqoption');
  userId = await world.newPerson();
  playBoth(20);
  strategies = createStrategies({ ...deps, markets });
  await strategies.start();
});
afterEach(() => strategies.stop());
afterAll(() => database.close());

/** Plays one minute of each market in turn, because both share one clock. */
function playBoth(until: number): void {
  for (let count = 1; count <= until; count += 1) {
    world.market.playUntil(minute(count));
    theirs.playUntil(minute(count));
  }
}

async function createdOn(source: 'simulated' | 'iqoption', name: string): Promise<string> {
  markets.seenBy.set(userId, source);
  const made = await strategies.create({ userId, scopes: null }, strategyBody({ ...ACTIVE, name }));
  if (!made.ok) throw new Error(made.error.code);
  expect(made.value.price_source).toBe(source);
  return made.value.id;
}

const signalsOf = async (id: string) => {
  await strategies.drained();
  return [
    ...(await database.db.sql<{ source: string; at: number; price: number; outcome: string | null; settle: number }[]>`
      SELECT s.body ->> 'source' AS source, s.entry_time_ms AS at, (s.body ->> 'entry_price')::float8 AS price,
        o.outcome,
             o.settle_price AS settle
      FROM strategy_signals s LEFT JOIN strategy_signal_outcomes o ON o.signal_id = s.id
      WHERE s.strategy_id = ${id} ORDER BY s.seq`),
  ];
};

it('two equal strategies on two markets give signals and outcomes, each by the prices of its market', async () => {
  const [own, other] = [await createdOn('simulated', 'Aquí'), await createdOn('iqoption', 'Allí')];
  playBoth(90);
  const [here, there] = [await signalsOf(own), await signalsOf(other)];
  for (const [signals, market] of [
    [here, world.market],
    [there, theirs],
  ] as const) {
    expect(signals.length).toBeGreaterThan(5);
    expect(new Set(signals.map(({ source }) => source))).toEqual(new Set([market.source]));
    const decided = signals.filter(({ outcome }) => outcome === 'won' || outcome === 'lost');
    expect(decided.length).toBeGreaterThan(3);
    for (const { at, price, settle } of decided) {
      const entry = await market.priceBefore(market.source, 'EURUSD', at);
      const end = await market.priceBefore(market.source, 'EURUSD', at + 2 * MINUTE_MS);
      expect([entry.ok && entry.value?.price, end.ok && end.value?.price]).toEqual([price, settle]);
    }
  }
  expect(here.map(({ at }) => at)).not.toEqual(there.map(({ at }) => at));
});

it('a strategy waits for an unavailable market, and then gives the same signals as without the wait', async () => {
  const id = await createdOn('iqoption', 'Allí');
  await strategies.stop();
  markets.open.delete('iqoption');
  strategies = createStrategies({ ...world.deps, markets });
  await strategies.start();
  playBoth(40);
  expect(await signalsOf(id)).toEqual([]);
  markets.open.add('iqoption');
  world.deps.bus.publish(MARKET_OPENED, { source: 'iqoption' });
  await vi.waitFor(() => expect(strategies.streams).toBe(1));
  await strategies.drained();
  playBoth(90);
  const signals = await signalsOf(id);
  expect(signals.length).toBeGreaterThan(3);
  expect(Math.min(...signals.map(({ at }) => at))).toBeGreaterThanOrEqual(minute(40));
});

it('a strategy keeps the price source of its current version until its rules change', async () => {
  const id = await createdOn('iqoption', 'Allí');
  markets.seenBy.set(userId, 'simulated');
  const renamed = await strategies.replace(
    { userId, scopes: null },
    id,
    strategyBody({ ...ACTIVE, name: 'Otro nombre' }),
  );
  expect(renamed).toMatchObject({ ok: true, value: { price_source: 'iqoption', version: 1 } });
  const changed = await strategies.replace(
    { userId, scopes: null },
    id,
    strategyBody({ ...ACTIVE, name: 'Otro nombre', parameters: { ...NERVOUS, rsi_period: 4 } }),
  );
  expect(changed).toMatchObject({ ok: true, value: { price_source: 'simulated', version: 2 } });
  const versions = await database.db.sql`
    SELECT version, price_source FROM strategy_versions WHERE strategy_id = ${id} ORDER BY version`;
  expect([...versions]).toEqual([
    { version: 1, price_source: 'iqoption' },
    { version: 2, price_source: null },
  ]);
});
