import type { StrategySignalView } from '@vigia/contract';
import { SeededRng } from '@vigia/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { chainHashOf, GENESIS_HASH } from '../../signals/index.ts';
import { deleteAllUsers } from '../../trading/testing.ts';
import type { Strategies } from '../strategies.ts';
import { createStrategyWorld, MINUTE_MS, START_MS, volatileTicks } from '../testing.ts';
import { strategyBody } from '../testing-body.ts';
import { STRATEGY_SIGNAL_CHANGED } from '../topics.ts';

/** Options of `vi.waitFor` with a long timeout for a busy machine. */
const IN_TIME = { timeout: 20_000 };
const TICKS = volatileTicks(new SeededRng(11), 120);
const minute = (count: number): number => START_MS + count * MINUTE_MS;
const NERVOUS = { rsi_period: 3, oversold: 45, overbought: 55, duration: 2 } as const;
const ACTIVE = { timeframe: '1m', status: 'active', parameters: NERVOUS } as const;

let database: TestDatabase;
let world: ReturnType<typeof createStrategyWorld>;
let userId: string;
let strategies: Strategies;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => fresh());
afterEach(() => strategies.stop());
afterAll(() => database.close());

/** Starts again with an empty database, at minute 20. */
async function fresh(): Promise<void> {
  await strategies?.stop();
  await deleteAllUsers(database);
  world = createStrategyWorld(database.db, TICKS);
  userId = await world.newPerson();
  world.market.playUntil(minute(20));
  strategies = await world.started();
}

async function created(wish: object = {}): Promise<string> {
  const made = await strategies.create({ userId, scopes: null }, strategyBody({ ...ACTIVE, ...wish }));
  if (!made.ok) throw new Error(made.error.code);
  return made.value.id;
}

/** Returns the published signals, oldest first. */
async function signalsOf(id: string): Promise<StrategySignalView[]> {
  await strategies.drained();
  return ((await strategies.signals(userId, id)) ?? []).toReversed();
}

const entriesOf = async (id: string) =>
  (await signalsOf(id)).map(({ entry_time, direction, entry_price }) => ({ entry_time, direction, entry_price }));

async function restarted(): Promise<void> {
  await strategies.stop();
  strategies = await world.started();
}

describe('a signal', () => {
  it('is stored with its inputs and a chained hash, and published to its owner and auto-trading', async () => {
    const published: StrategySignalView[] = [];
    world.bus.subscribe(STRATEGY_SIGNAL_CHANGED, (message) => {
      expect(message.userId).toBe(userId);
      published.push(message.signal);
    });
    const id = await created();
    world.market.playUntil(minute(60));
    const signals = await signalsOf(id);
    expect(signals.length).toBeGreaterThan(5);
    const rows = await database.db.sql<{ id: string; body: never; previous_hash: string; hash: string }[]>`
      SELECT * FROM strategy_signals ORDER BY seq`;
    let previous = GENESIS_HASH;
    for (const row of rows) {
      expect(row.previous_hash).toBe(previous);
      expect(row.hash).toBe(chainHashOf(previous, row.body));
      previous = row.hash;
    }
    expect(rows[0]?.body).toMatchObject({
      rule_version: 2,
      strategy_id: id,
      strategy_version: 1,
      type: 'rsi',
      payout: 0.85,
      source: 'simulated',
      asset: 'EURUSD',
      timeframe: '1m',
      parameters: { ...NERVOUS, trade_amount: 10 },
    });
    const [first] = signals;
    const [criterion] = first?.criteria ?? [];
    expect(criterion).toMatchObject({
      condition: { left: { of: 'rsi', period: 3 }, right: { value: first?.direction === 'CALL' ? 45 : 55 } },
      is_met: true,
    });
    expect(criterion?.values.every((value) => typeof value === 'number')).toBe(true);
    expect(world.sealed).toEqual(signals.map((signal) => signal.id));
    const isOfFirst = ({ seq }: StrategySignalView) => seq === 1;
    expect(published.filter(isOfFirst).map(({ status }) => status === 'pending')).toEqual([true, false]);
  });

  it('expires and is decided at the exact second if its duration is in seconds', async () => {
    const { duration: _minutes, ...rules } = NERVOUS;
    const id = await created({ parameters: { ...rules, duration_seconds: 15 } });
    world.market.playUntil(minute(60));
    const signals = await signalsOf(id);
    expect(signals.length).toBeGreaterThan(5);
    for (const { entry_time, expiration_time, expiry, expiry_seconds, settle_price } of signals.slice(0, -1)) {
      const expiryMs = Date.parse(expiration_time);
      expect([expiryMs - Date.parse(entry_time), expiry, expiry_seconds]).toEqual([15_000, null, 15]);
      const last = await world.market.priceBefore('simulated', 'EURUSD', expiryMs);
      expect(settle_price).toBe(last.ok ? last.value?.price : null);
    }
  });

  it.each(['while it runs', 'after a restart'])(
    'contains its number of ticks if its duration is in ticks, and has no outcome from the server %s',
    async (when) => {
      const { duration: _minutes, ...rules } = NERVOUS;
      const id = await created({ parameters: { ...rules, duration_ticks: 5 } });
      if (when === 'after a restart') {
        for (let end = minute(20); (await signalsOf(id)).length === 0; end += 2_000) world.market.playUntil(end);
        expect(await signalsOf(id)).toMatchObject([{ status: 'pending' }]);
        await restarted();
      }
      world.market.playUntil(minute(60));
      await vi.waitFor(async () => {
        world.clock.advance(1_000);
        expect((await signalsOf(id))[0]).toMatchObject({ expiry: null, expiry_ticks: 5, status: 'void' });
      }, IN_TIME);
      const [row] = await database.db.sql<{ body: object }[]>`SELECT body FROM strategy_signals ORDER BY seq`;
      expect(row?.body).toMatchObject({ expiry_ticks: 5 });
    },
  );

  it('is published only for candles that close after the creation of the strategy', async () => {
    const id = await created();
    world.market.playUntil(minute(60));
    expect(Date.parse((await signalsOf(id))[0]?.entry_time ?? '')).toBeGreaterThan(minute(20) - 1);
    const other = await created();
    world.market.playUntil(minute(100));
    const after = await entriesOf(other);
    expect(after).toEqual((await entriesOf(id)).filter(({ entry_time }) => Date.parse(entry_time) > minute(60) - 1));
    expect(after.length).toBeGreaterThan(3);
  });

  it.each(['stale', 'frozen', 'skewed', 'closed'] as const)(
    'is not published while prices are %s, and the rejection contains the reason',
    async (state) => {
      const [id, watcher] = [await created(), await created({ name: 'Otra' })];
      world.market.state = state;
      world.market.playUntil(minute(60));
      expect(await signalsOf(id)).toEqual([]);
      const rejections = (await strategies.rejections(userId, id)) ?? [];
      expect(rejections.length).toBeGreaterThan(5);
      expect(rejections[0]).toMatchObject({ automation: 'strategy', stage: 'data', reason: state, value: 9_000 });
      expect(Date.parse(rejections[0]?.at ?? '')).toBeGreaterThan(Date.parse(rejections.at(-1)?.at ?? ''));
      expect((await strategies.rejections(userId, watcher))?.length).toBe(rejections.length);
    },
  );

  it('is not published for backfilled prices, but the indicators include these prices', async () => {
    const id = await created();
    world.market.playUntil(minute(60), true);
    expect(await signalsOf(id)).toEqual([]);
    expect((await strategies.rejections(userId, id))?.[0]).toMatchObject({
      stage: 'data',
      reason: 'backfilled',
      value: null,
    });
    world.market.playUntil(minute(100));
    const live = await entriesOf(id);
    const undisturbed = await undisturbedEntries();
    expect(live).toEqual(undisturbed.filter(({ entry_time }) => Date.parse(entry_time) > minute(60)));
    expect(live.length).toBeGreaterThan(3);
  });
});

describe('a gate of a strategy', () => {
  const refusedOf = async (id: string) => {
    await strategies.drained();
    return (await strategies.rejections(userId, id)) ?? [];
  };
  const timesOf = (signals: readonly { readonly entry_time: string }[]) =>
    signals.map(({ entry_time }) => Date.parse(entry_time));

  it('refuses signals within the cool-down, and states the passed and the required number of candles', async () => {
    const free = await created();
    const id = await created({ parameters: { ...NERVOUS, gates: { cooldown_candles: 4 } } });
    world.market.playUntil(minute(100));
    const [all, some, refused] = [timesOf(await signalsOf(free)), timesOf(await signalsOf(id)), await refusedOf(id)];
    expect(some.length).toBeGreaterThan(2);
    for (const [index, atMs] of some.entries())
      expect(atMs - (some[index - 1] ?? -Infinity)).toBeGreaterThanOrEqual(5 * MINUTE_MS);
    // A signal before the creation of the strategy can cause the refusal of its first signal.
    const held = refused.map(({ at }) => Date.parse(at));
    expect([...some, ...held].toSorted((a, b) => a - b)).toEqual(all);
    expect(refused[0]).toMatchObject({ automation: 'strategy', stage: 'gate', reason: 'cooldown', limit: 4 });
    expect(refused[0]?.message).toMatch(
      /^(No pasó ninguna vela|Pasó 1 vela|Pasaron [23] velas) desde la señal anterior y pide 4\.$/,
    );
    await restarted();
    expect(timesOf(await signalsOf(id))).toEqual(some);
  });

  it('refuses signals outside its hours and days, in its time zone', async () => {
    // The test starts on a Wednesday at 00:00 UTC, which is 19:00 on Tuesday in Bogotá.
    const zone = { time_zone: 'America/Bogota' };
    const hours = await created({
      parameters: { ...NERVOUS, gates: { ...zone, hours: { from: '19:40', to: '20:10' } } },
    });
    const days = await created({ parameters: { ...NERVOUS, gates: { ...zone, days: [3] } } });
    world.market.playUntil(minute(100));
    const times = timesOf(await signalsOf(hours));
    expect(times.length).toBeGreaterThan(3);
    expect(times.every((atMs) => atMs >= minute(40) && atMs < minute(70))).toBe(true);
    const [late] = await refusedOf(hours);
    expect(late).toMatchObject({ reason: 'hours', limit: '19:40-20:10' });
    expect(late?.message).toMatch(/^A las 20:\d\d está fuera del horario 19:40-20:10\.$/);
    expect(await signalsOf(days)).toEqual([]);
    expect((await refusedOf(days))[0]?.message).toBe('Era martes, y ese día no da señales.');
  });

  it('refuses signals while the asset pays less than its smallest payout', async () => {
    const id = await created({ parameters: { ...NERVOUS, gates: { payout_min: 0.86 } } });
    world.market.playUntil(minute(60));
    expect(await signalsOf(id)).toEqual([]);
    expect((await refusedOf(id))[0]).toMatchObject({
      reason: 'payout',
      value: 0.85,
      limit: 0.86,
      message: 'El activo pagaba un 85 % y pide un 86 %.',
    });
    world.market.payout = 8_600;
    world.market.playUntil(minute(100));
    expect((await signalsOf(id)).length).toBeGreaterThan(2);
  });
});

/** Creates a strategy at minute 20, runs it without interruption, and returns its signals until minute 100. */
async function undisturbedEntries() {
  await fresh();
  const id = await created();
  world.market.playUntil(minute(100));
  return entriesOf(id);
}

describe('a version of a strategy', () => {
  it('publishes no signal for a late candle that closed before the version started', async () => {
    const id = await created();
    await database.db.sql`UPDATE strategies SET live_since = ${new Date(minute(50))} WHERE id = ${id}`;
    await restarted();
    world.market.playUntil(minute(100));
    const found = await entriesOf(id);
    expect(found.length).toBeGreaterThan(3);
    expect(found.every(({ entry_time }) => Date.parse(entry_time) > minute(50))).toBe(true);
  });
});

describe('strategies with equal rules on equal prices', () => {
  it('share one evaluation even if their stakes and states differ', async () => {
    const ids = [
      await created(),
      await created({ parameters: { ...NERVOUS, trade_amount: 50, duration: 7 } }),
      await created({ parameters: { ...NERVOUS, oversold: 44 } }),
      await created({ timeframe: '5m' }),
    ] as const;
    expect(strategies.streams).toBe(3);
    world.market.playUntil(minute(60));
    expect(await entriesOf(ids[1])).toEqual(await entriesOf(ids[0]));
    expect((await signalsOf(ids[1]))[0]?.expiry).toBe(7);
    for (const id of ids) await strategies.remove(userId, id);
    expect(strategies.streams).toBe(0);
  });
});

describe('a change of a strategy', () => {
  it('from active to paused stops new signals, while earlier signals are still settled', async () => {
    const id = await created();
    world.market.playUntil(minute(60));
    const before = await signalsOf(id);
    const last = before.at(-1);
    if (last === undefined) throw new Error('it signals');
    await strategies.setStatus({ userId, scopes: null }, id, 'paused');
    world.market.playUntil(minute(90));
    const after = await signalsOf(id);
    expect(after.map(({ seq }) => seq)).toEqual(before.map(({ seq }) => seq));
    expect(after.every(({ status }) => status !== 'pending')).toBe(true);
  });

  it('from paused to active gives the same later signals as without the pause', async () => {
    const id = await created();
    world.market.playUntil(minute(40));
    await strategies.setStatus({ userId, scopes: null }, id, 'inactive');
    world.market.playUntil(minute(70));
    await strategies.setStatus({ userId, scopes: null }, id, 'active');
    world.market.playUntil(minute(100));
    const found = await entriesOf(id);
    const all = await undisturbedEntries();
    const isOpen = ({ entry_time }: { entry_time: string }) =>
      Date.parse(entry_time) < minute(40) || Date.parse(entry_time) >= minute(70);
    expect(found).toEqual(all.filter(isOpen));
    expect(all.filter(isOpen).length).toBeLessThan(all.length);
  });

  it('keeps its version if it changes only the stake, and its next signals contain the new stake', async () => {
    const id = await created();
    world.market.playUntil(minute(60));
    const before = await signalsOf(id);
    const body = strategyBody({ ...ACTIVE, parameters: { ...NERVOUS, trade_amount: 25 } });
    await strategies.replace({ userId, scopes: null }, id, body);
    world.market.playUntil(minute(100));
    await signalsOf(id);
    const stakes = await database.db.sql<{ version: number; stake: number }[]>`
      SELECT version, (body -> 'parameters' ->> 'trade_amount')::float8 AS stake FROM strategy_signals
      WHERE strategy_id = ${id} ORDER BY seq`;
    expect(new Set(stakes.slice(0, before.length).map(({ stake }) => stake))).toEqual(new Set([10]));
    expect(new Set(stakes.slice(before.length).map(({ stake }) => stake))).toEqual(new Set([25]));
    expect(stakes.length).toBeGreaterThan(before.length);
    expect(new Set(stakes.map(({ version }) => version))).toEqual(new Set([1]));
  });

  it('creates a new version if it changes the rules, and later signals belong to this version', async () => {
    const id = await created();
    world.market.playUntil(minute(50));
    const parameters = { fast: 1, slow: 3, duration: 1 };
    await strategies.replace(
      { userId, scopes: null },
      id,
      strategyBody({ ...ACTIVE, type: 'moving_average', parameters }),
    );
    world.market.playUntil(minute(80));
    await strategies.drained();
    const rows = await database.db.sql<{ version: number; entry_time_ms: number }[]>`
      SELECT version, entry_time_ms FROM strategy_signals ORDER BY seq`;
    expect(rows.every(({ version, entry_time_ms }) => (version === 1) === entry_time_ms < minute(50))).toBe(true);
    expect(new Set(rows.map(({ version }) => version)).size).toBe(2);
  });
});

describe('a deleted user', () => {
  it('has no running strategies', async () => {
    await created();
    await created({ timeframe: '5m' });
    await deleteAllUsers(database);
    world.clock.advance(MINUTE_MS);
    await strategies.drained();
    expect(strategies.streams).toBe(0);
  });
});

describe('a start of the engine', () => {
  it('settles signals that expired during the downtime by the last tick before expiration', async () => {
    const id = await created();
    world.market.playUntil(minute(60));
    const open = (await signalsOf(id)).at(-1);
    if (open === undefined) throw new Error('it signals');
    await strategies.stop();
    world.market.playUntil(minute(90), true);
    strategies = await world.started();
    await vi.waitFor(async () => {
      world.clock.advance(1_000);
      expect((await signalsOf(id)).filter(({ status }) => status === 'pending')).toEqual([]);
    }, IN_TIME);
    const expected = await world.market.priceBefore('simulated', 'EURUSD', Date.parse(open.expiration_time));
    expect((await signalsOf(id)).at(-1)).toMatchObject({
      entry_time: open.entry_time,
      settle_price: expected.ok && expected.value?.price,
    });
  });

  it('publishes nothing for candles that closed during the downtime', async () => {
    const id = await created();
    world.market.playUntil(minute(40));
    await strategies.stop();
    world.market.playUntil(minute(70));
    strategies = await world.started();
    const isDown = ({ entry_time }: StrategySignalView) =>
      Date.parse(entry_time) >= minute(40) && Date.parse(entry_time) < minute(70);
    world.market.playUntil(minute(100));
    expect((await signalsOf(id)).filter(isDown)).toEqual([]);
  });

  it('retries while the history cannot be read, and rejects candles that closed meanwhile as backfilled', async () => {
    const id = await created();
    world.market.playUntil(minute(40));
    world.market.failures = 2;
    await restarted();
    world.market.playUntil(minute(60));
    await vi.waitFor(async () => {
      world.clock.advance(5_000);
      await strategies.drained();
      expect(await strategies.rejections(userId, id)).not.toEqual([]);
    }, IN_TIME);
    const missed = (await strategies.rejections(userId, id)) ?? [];
    expect(missed.every(({ reason }) => reason === 'backfilled')).toBe(true);
    world.market.playUntil(minute(100));
    const found = await entriesOf(id);
    const isMeanwhile = ({ entry_time }: { entry_time: string }) =>
      Date.parse(entry_time) >= minute(40) && Date.parse(entry_time) < minute(60);
    const all = await undisturbedEntries();
    expect(found).toEqual(all.filter((entry) => !isMeanwhile(entry)));
    expect(missed.map(({ at }) => at).toReversed()).toEqual(
      all.filter(isMeanwhile).map(({ entry_time }) => entry_time),
    );
    expect(missed.length).toBeGreaterThan(3);
  });

  it('processes a candle that closes while the history is being read', async () => {
    const [first] = await undisturbedEntries();
    const entryMs = Date.parse(first?.entry_time ?? '');
    await fresh();
    const id = await created();
    world.market.playUntil(entryMs);
    let release = (): void => undefined;
    world.market.held = new Promise((resolve) => (release = resolve));
    await strategies.setStatus({ userId, scopes: null }, id, 'inactive');
    const { reads } = world.market;
    const activated = strategies.setStatus({ userId, scopes: null }, id, 'active');
    await vi.waitFor(() => expect(world.market.reads).toBe(reads + 1), IN_TIME);
    world.market.playUntil(Math.min(...TICKS.timeMs.filter((timeMs) => timeMs >= entryMs)) + 1);
    release();
    await activated;
    expect((await entriesOf(id)).at(-1)).toEqual(first);
  });

  it('applies a change in the background if reading the history takes longer than two seconds', async () => {
    const id = await created();
    let release = (): void => undefined;
    world.market.held = new Promise((resolve) => (release = resolve));
    await strategies.setStatus({ userId, scopes: null }, id, 'inactive');
    const { reads } = world.market;
    const activated = strategies.setStatus({ userId, scopes: null }, id, 'active');
    await vi.waitFor(() => expect(world.market.reads).toBe(reads + 1), IN_TIME);
    world.clock.advance(2_000);
    expect((await activated).ok).toBe(true);
    expect(strategies.streams).toBe(0);
    release();
    await strategies.drained();
    expect(strategies.streams).toBe(1);
  });

  it('skips a strategy whose stored rules are no longer valid, and runs the other strategies', async () => {
    const [broken, good] = [await created(), await created({ timeframe: '5m' })];
    await database.db.sql`UPDATE strategies SET parameters = '{"cosa": 1}' WHERE id = ${broken}`;
    await restarted();
    expect(strategies.streams).toBe(1);
    expect((await strategies.list(userId)).map(({ id }) => id)).toEqual([good]);
    expect(await strategies.autoTradeRules(database.db.sql, broken)).toBeNull();
  });
});
