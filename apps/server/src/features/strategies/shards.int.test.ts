import assert from 'node:assert/strict';
import type { TickColumns } from '@vigia/core/candles';
import { SeededRng } from '@vigia/testkit';
import { checkSignals } from '@vigia/testkit/invariants';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInProcessCalls } from '#platform/calls/in-process-calls.ts';
import { ClusterMember } from '#platform/cluster/testing-member.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { createStrategies, type Strategies } from './strategies.ts';
import { createStrategyWorld, MINUTE_MS, START_MS, volatileTicks } from './testing.ts';
import { strategyBody } from './testing-body.ts';
import { STRATEGY_SIGNAL_CHANGED } from './topics.ts';

const MINUTES = 240;
const TICKS: TickColumns = volatileTicks(new SeededRng(11), MINUTES);
const NERVOUS = { rsi_period: 3, oversold: 45, overbought: 55, duration: 2 } as const;
const ACTIVE = { status: 'active', timeframe: '1m', parameters: NERVOUS };
const PATIENCE = { timeout: 20_000, interval: 5 };
const minute = (count: number): number => START_MS + count * MINUTE_MS;

let database: TestDatabase;
let world: ReturnType<typeof createStrategyWorld>;
/** Ids of signals published as new, one entry for each publication. */
let announced: string[];

async function fresh(): Promise<void> {
  database = await createTestDatabase();
  world = createStrategyWorld(database.db, TICKS);
  announced = [];
  world.bus.subscribe(STRATEGY_SIGNAL_CHANGED, ({ signal }) => {
    if (signal.status === 'pending') announced.push(signal.id);
  });
  world.market.playUntil(minute(20));
}
beforeEach(fresh);
afterEach(() => database.close());

type Process = { readonly member: ClusterMember; readonly strategies: Strategies };

async function newProcess(): Promise<Process> {
  const member = new ClusterMember(database.db);
  const strategies = createStrategies({ ...world.deps, cluster: member.cluster });
  await strategies.start();
  return { member, strategies };
}

/** Returns a process that runs no strategies and only answers users. */
const onlooker = (): Strategies => createStrategies(world.deps);

/** Expires all leases without notice to their holders. */
async function runOut(): Promise<void> {
  await database.db.sql`UPDATE leases SET expires_at = '-infinity'`;
  await database.db.sql`DELETE FROM members`;
}

const settled = (processes: readonly Process[]) =>
  vi.waitFor(() => {
    for (const { member } of processes) member.heartbeat();
    const held = processes.map(({ member }) => member.cluster.held.length);
    expect(held.reduce((sum, count) => sum + count, 0)).toBe(16);
    expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(1);
  }, PATIENCE);

async function created(api: Strategies, userId: string): Promise<string> {
  const made = await api.create({ userId, scopes: null }, strategyBody(ACTIVE));
  if (!made.ok) throw new Error(made.error.code);
  return made.value.id;
}

async function entries(userId: string, id: string): Promise<object[]> {
  const signals = (await onlooker().signals(userId, id)) ?? [];
  return signals
    .map(({ entry_time, direction, status, settle_price }) => ({ entry_time, direction, status, settle_price }))
    .toReversed();
}

const entersFrom = (list: readonly object[], fromMs: number, toMs: number) =>
  list.filter((one) => {
    const atMs = 'entry_time' in one ? Date.parse(String(one.entry_time)) : NaN;
    return atMs >= fromMs && atMs < toMs;
  });

describe('a strategy in a suspended process while another process takes over', () => {
  it('gives at most one signal per candle, and every outcome is the same as without the takeover', async () => {
    const alone = await newProcess();
    const first = await world.newPerson();
    const undisturbed = await created(alone.strategies, first);
    world.market.playUntil(minute(MINUTES));
    await alone.strategies.drained();
    const whole = await entries(first, undisturbed);
    await alone.strategies.stop();
    await database.close();
    await fresh();

    const stalled = await newProcess();
    const userId = await world.newPerson();
    const id = await created(stalled.strategies, userId);
    world.market.playUntil(minute(100));
    await stalled.strategies.drained();
    await runOut();
    const owner = await newProcess();
    // Both processes receive every candle from now on; only one of them may write.
    world.market.playUntil(minute(MINUTES));
    await vi.waitFor(async () => {
      world.clock.advance(1_000);
      for (const { strategies } of [stalled, owner]) await strategies.drained();
      assert.deepEqual(await entries(userId, id), whole);
    }, PATIENCE);
    const found = await entries(userId, id);
    expect(entersFrom(found, minute(100), minute(MINUTES)).length).toBeGreaterThan(5);
    expect(new Set(announced).size).toBe(announced.length);
    expect(announced).toHaveLength(found.length);
    expect(await checkSignals(database.db.sql)).toEqual([]);
    await vi.waitFor(() => expect(stalled.strategies.streams).toBe(0), PATIENCE);
    for (const { strategies } of [stalled, owner]) await strategies.stop();
  });
});

describe('processes that share the users', () => {
  it('run the strategies of their own shards, and apply changes made in other processes', async () => {
    const [one, other] = [await newProcess(), await newProcess()];
    await settled([one, other]);
    const api = onlooker();
    const people = await Promise.all(Array.from({ length: 12 }, () => world.newPerson()));
    const ids = await Promise.all(people.map((userId) => created(api, userId)));
    const streams = () => one.strategies.streams + other.strategies.streams;
    // Strategies with equal rules share an evaluation within a process.
    expect(streams()).toBe(2);
    world.market.playUntil(minute(80));
    await one.strategies.stop();
    await settled([other]);
    await vi.waitFor(() => expect(other.strategies.streams).toBe(1), PATIENCE);
    await other.strategies.drained();
    world.market.playUntil(minute(140));
    await other.strategies.drained();
    for (const [index, userId] of people.entries()) {
      const found = await entries(userId, ids[index] ?? '');
      expect(entersFrom(found, minute(20), minute(80)).length).toBeGreaterThan(3);
      expect(entersFrom(found, minute(80), minute(140)).length).toBeGreaterThan(3);
      await api.setStatus({ userId, scopes: null }, ids[index] ?? '', 'paused');
    }
    expect(streams()).toBe(0);
    expect(await checkSignals(database.db.sql)).toEqual([]);
    await other.strategies.stop();
  });

  it('apply every change of a strategy, even if its notification is lost', async () => {
    const process = await newProcess();
    const userId = await world.newPerson();
    const deaf = createStrategies({ ...world.deps, calls: createInProcessCalls(createLogger('silent')) });
    const id = await created(deaf, userId);
    expect(process.strategies.streams).toBe(0);
    world.clock.advance(MINUTE_MS);
    await vi.waitFor(() => expect(process.strategies.streams).toBe(1), PATIENCE);
    await deaf.setStatus({ userId, scopes: null }, id, 'paused');
    world.clock.advance(MINUTE_MS);
    await vi.waitFor(() => expect(process.strategies.streams).toBe(0), PATIENCE);
    await process.strategies.stop();
  });

  it('return the rejections of a strategy, or an empty list if no process runs the strategy', async () => {
    const process = await newProcess();
    const userId = await world.newPerson();
    const id = await created(onlooker(), userId);
    world.market.state = 'stale';
    world.market.playUntil(minute(60));
    expect((await onlooker().rejections(userId, id))?.[0]).toMatchObject({ stage: 'data', reason: 'stale' });
    await process.strategies.stop();
    expect(await onlooker().rejections(userId, id)).toEqual([]);
  });
});
