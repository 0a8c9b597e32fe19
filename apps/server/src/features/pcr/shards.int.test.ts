import assert from 'node:assert/strict';
import type { PcrSignalView } from '@vigia/contract';
import { ManualClock, propertyRuns, propertyTimeoutMs, stopsAtFirstFailure } from '@vigia/testkit';
import { checkSignals } from '@vigia/testkit/invariants';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import { createInProcessCalls } from '#platform/calls/in-process-calls.ts';
import { ClusterMember } from '#platform/cluster/testing-member.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { BUILT_IN_SETUPS } from './editing/built-in-setups.ts';
import { storeBuiltInSetups } from './editing/store-built-in-setups.ts';
import { createPcr, type Pcr } from './pcr.ts';
import { engineDeps, recordedTicks, ScriptedMarket } from './testing.ts';
import { SIGNAL_CHANGED } from './topics.ts';

/** Number of built-in setups, which run for every user. */
const BUILT_IN = 2;
const START_MS = Date.parse('2026-11-18T00:00:00.000Z');
const MINUTE_MS = 60_000;
const HOURS = 5;
const TICKS = recordedTicks(7, START_MS, HOURS);
const STRANGER = '00000000-0000-4000-8000-000000000001';
const PATIENCE = { timeout: 20_000, interval: 5 };
const log = pino({ level: 'silent' });

/** These tests start several processes that share one database, one market and one bus. */
let database: TestDatabase;
let clock: ManualClock;
let bus: Bus;
let calls: Calls;
let market: ScriptedMarket;
/** Ids of signals published as new, one entry for each publication. */
let announced: string[];

async function fresh(): Promise<void> {
  database = await createTestDatabase();
  clock = new ManualClock(START_MS);
  bus = createInProcessBus(log);
  calls = createInProcessCalls(log);
  market = new ScriptedMarket(TICKS, clock, bus);
  announced = [];
  bus.subscribe(SIGNAL_CHANGED, ({ signal }) => {
    if (signal.status === 'pending') announced.push(signal.id);
  });
}
beforeEach(fresh);
afterEach(() => database.close());

type Process = { readonly member: ClusterMember; readonly pcr: Pcr };

async function newProcess(its = clock): Promise<Process> {
  const member = new ClusterMember(database.db);
  const pcr = createPcr({ ...engineDeps(database.db, its, bus, market), calls, cluster: member.cluster });
  await pcr.start();
  return { member, pcr };
}

/** Returns a process that runs no setups and only answers users. */
const onlooker = (): Pcr => createPcr({ ...engineDeps(database.db, clock, bus, market), calls });

/** Expires all leases without notice to their holders. */
async function runOut(holders: readonly Process[]): Promise<void> {
  await Promise.all(holders.map(({ member }) => member.freeze()));
  await database.db.sql`UPDATE leases SET expires_at = '-infinity'`;
  await database.db.sql`DELETE FROM members`;
}

/** Renews leases until the shards are divided among these processes and none is free. */
const settled = (processes: readonly Process[]) =>
  vi.waitFor(() => {
    for (const { member } of processes) member.heartbeat();
    const held = processes.map(({ member }) => member.cluster.held.length);
    expect(held.reduce((sum, count) => sum + count, 0)).toBe(16);
    expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(1);
  }, PATIENCE);

const HOUSE = BUILT_IN_SETUPS[1].name;

/** Returns the signals of the built-in one-minute setup, oldest first. */
async function signals(): Promise<Pick<PcrSignalView, 'entry_time' | 'entry_price' | 'status' | 'settle_price'>[]> {
  const found = (await onlooker().signals(STRANGER)).filter(({ setup_name }) => setup_name === HOUSE).toReversed();
  return found.map(({ entry_time, entry_price, status, settle_price }) => ({
    entry_time,
    entry_price,
    status,
    settle_price,
  }));
}

type Step =
  | { readonly do: 'play'; readonly minutes: number }
  /**
   * A step that changes the processes. `join` adds one and `leave` stops one gracefully. `standstill` freezes all
   * processes and starts a new one.
   */
  | { readonly do: 'join' | 'leave' | 'standstill' };

const steps = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 5, max: 50 }).map((minutes): Step => ({ do: 'play', minutes })) },
  fc.constantFrom<Step>({ do: 'join' }, { do: 'leave' }, { do: 'standstill' }),
);

/** Returns the signals that a single process publishes, and then creates a fresh database. */
async function undisturbed() {
  const { pcr } = await newProcess();
  market.playUntil(START_MS + HOURS * 60 * MINUTE_MS);
  await pcr.drained();
  const whole = await signals();
  await pcr.stop();
  await database.close();
  await fresh();
  return whole;
}

/** Plays the whole market while processes join and leave in the order of `series`. @returns the times of the steps */
async function play(series: readonly Step[]): Promise<number[]> {
  let up = [await newProcess()];
  let stalled: Process[] = [];
  const switches: number[] = [];
  for (const step of series) {
    if (step.do === 'play') market.playUntil(Math.max(clock.now(), START_MS) + step.minutes * MINUTE_MS);
    else switches.push(clock.now());
    if (step.do === 'join') up.push(await newProcess());
    if (step.do === 'leave' && up.length > 1) await up.shift()?.pcr.stop();
    if (step.do === 'standstill') {
      stalled = [...stalled, ...up];
      await runOut(up);
      up = [await newProcess()];
    }
    await settled(up);
    await Promise.all(up.map(({ pcr }) => pcr.drained()));
  }
  market.playUntil(START_MS + HOURS * 60 * MINUTE_MS);
  for (const { pcr } of [...stalled, ...up]) await pcr.drained();
  for (const { member } of stalled) member.thaw();
  for (const { pcr } of [...up, ...stalled]) await pcr.stop();
  return switches;
}

describe('after any series of processes that join, leave and freeze', () => {
  it('each signal is stored and published once, and equals the signal of a single process', {
    timeout: propertyTimeoutMs(240_000),
  }, async () => {
    const whole = await undisturbed();
    const isNear = (switches: readonly number[], entryTime: string) =>
      switches.some((atMs) => Math.abs(Date.parse(entryTime) - atMs) <= 5 * MINUTE_MS);
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 9 }), async (series) => {
        const switches = await play(series);
        const found = await signals();
        const far = <Found extends { readonly entry_time: string }>(list: readonly Found[]) =>
          list.filter(({ entry_time }) => !isNear(switches, entry_time));
        assert.deepEqual(far(found), far(whole));
        assert.equal(new Set(found.map(({ entry_time }) => entry_time)).size, found.length, 'a signal was doubled');
        assert.equal(new Set(announced).size, announced.length, 'a signal was announced twice');
        assert.deepEqual(await checkSignals(database.db.sql), []);
        await database.close();
        await fresh();
      }),
      { numRuns: propertyRuns(8), endOnFailure: stopsAtFirstFailure },
    );
    expect(whole.length).toBeGreaterThan(5);
  });
});

describe('a process that takes over a shard', () => {
  it('continues from the state that the previous lease holder saved at a graceful stop', async () => {
    const { pcr } = await newProcess();
    market.playUntil(START_MS + 60 * MINUTE_MS);
    await pcr.stop();
    const next = await newProcess();
    const [builtIn] = await next.pcr.setups(STRANGER);
    const debug = await onlooker().debug(STRANGER, builtIn?.id ?? '', 0);
    expect(debug).toMatchObject({ engine: { restored_from: 'snapshot' } });
    await next.pcr.stop();
  });

  it('keeps its state if the previous lease holder tries to save after it lost the lease', async () => {
    // The clock of the old lease holder does not advance, so it saves nothing by a timer. It notices the loss of its
    // lease only when it stops. It must not overwrite the state that the new lease holder has stored by then.
    const late = await newProcess(new ManualClock(START_MS + 24 * 60 * MINUTE_MS));
    market.playUntil(START_MS + 60 * MINUTE_MS);
    await late.pcr.drained();
    await runOut([late]);
    const owner = await newProcess();
    await settled([owner]);
    await owner.pcr.stop();
    const savedAt = () => database.db.sql`SELECT setup_id, saved_at FROM pcr_states ORDER BY setup_id`;
    const before = await savedAt();
    expect(before).toHaveLength(BUILT_IN_SETUPS.length);
    late.member.thaw();
    await late.pcr.stop();
    expect(await savedAt()).toEqual(before);
  });
});

describe('built-in setups', () => {
  it('are stored once if several processes start at the same time', async () => {
    const deps = engineDeps(database.db, clock, bus, market);
    await Promise.all(Array.from({ length: 8 }, () => storeBuiltInSetups(deps)));
    const rows = await database.db.sql`SELECT name FROM pcr_setups`;
    expect(rows).toHaveLength(BUILT_IN_SETUPS.length);
  });
});

/** Inserts a user with only the fields that a setup needs. */
async function newPerson(): Promise<string> {
  const [userId, now] = [randomIds.next(), new Date(clock.now())];
  await database.db.sql`
    INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${userId}, true, ${now}, ${now})`;
  await database.db.sql`INSERT INTO users (id, created_at, updated_at) VALUES (${userId}, ${now}, ${now})`;
  return userId;
}
const LIVELY = { ...BUILT_IN_SETUPS[1], name: 'Mío' };

async function created(pcr: Pcr, userId: string): Promise<string> {
  const made = await pcr.create({ userId, scopes: null }, LIVELY);
  if (!made.ok) throw new Error(made.error.code);
  return made.value.id;
}

describe('a process that runs no engine', () => {
  it('forwards an edit to the process that runs the setup, and shows the findings of the setup', async () => {
    const processes = [await newProcess(), await newProcess()];
    await settled(processes);
    const api = onlooker();
    const people = await Promise.all(Array.from({ length: 12 }, newPerson));
    for (const userId of people) {
      const id = await created(api, userId);
      expect(await api.dashboard(userId)).toMatchObject({ active_setups: BUILT_IN + 1, setups_running: BUILT_IN + 1 });
      expect(await api.debug(userId, id, 0)).toMatchObject({ setup_id: id });
      if (userId === people[0]) await api.halt(userId, id, false);
    }
    expect(await api.dashboard(people[0] ?? '')).toMatchObject({ setups_running: BUILT_IN });
    market.playUntil(START_MS + 120 * MINUTE_MS);
    const [, second = ''] = people;
    // This market has only one-minute candles, so only the user's own setup and one built-in setup match.
    const seen = await api.sequences(second);
    const own = (await api.setups(second)).find(({ is_demo }) => !is_demo)?.id;
    expect(new Set(seen.map(({ setup_id }) => setup_id)).size).toBe(2);
    expect(seen.map(({ breaking_candle }) => -breaking_candle.time)).toEqual(
      seen.map(({ breaking_candle }) => -breaking_candle.time).toSorted((a, b) => a - b),
    );
    expect((await api.statistics(second, own ?? ''))?.sequences_detected).toBeGreaterThan(5);
    expect(await api.health(second)).toMatchObject({ last_candle_at: expect.any(String) });
    expect((await api.health(second)).streams).toBeGreaterThan(0);
    // Each setup runs in exactly one of the two processes.
    const rows = await database.db
      .sql`SELECT count(*)::int AS count FROM pcr_setups WHERE is_active AND timeframe = '1m'`;
    await Promise.all(processes.map(({ pcr }) => pcr.drained()));
    const sealed = await database.db.sql`SELECT count(DISTINCT setup_id)::int AS count FROM pcr_signals`;
    expect(sealed[0]).toEqual(rows[0]);
    await Promise.all(processes.map(({ pcr }) => pcr.stop()));
  });

  it('reports that no setup runs when no process runs the setups', async () => {
    const api = onlooker();
    const userId = await newPerson();
    const id = await created(api, userId);
    expect(await api.debug(userId, id, 0)).toBe('not_running');
    expect(await api.sequences(userId)).toEqual([]);
    expect(await api.rejections(userId, id)).toEqual([]);
    // No process has stored the built-in setups.
    expect(await api.dashboard(userId)).toMatchObject({ active_setups: 1, setups_running: 0 });
    expect(await api.statistics(userId, id)).toMatchObject({ sequences_detected: 0, zones_live: 0 });
    expect(await api.health(userId)).toMatchObject({ streams: 0, last_candle_at: null });
  });

  it('edits a setup even if the notification is lost, because the engine polls for edits', async () => {
    const process = await newProcess();
    const userId = await newPerson();
    const deaf = createPcr({ ...engineDeps(database.db, clock, bus, market), calls: createInProcessCalls(log) });
    const id = await created(deaf, userId);
    expect(await onlooker().debug(userId, id, 0)).toBe('not_running');
    clock.advance(MINUTE_MS);
    const isSeen = async () => expect(await onlooker().debug(userId, id, 0)).toMatchObject({ setup_id: id });
    await vi.waitFor(isSeen, PATIENCE);
    await deaf.halt(userId, id, false);
    clock.advance(MINUTE_MS);
    await vi.waitFor(async () => expect(await onlooker().debug(userId, id, 0)).toBe('not_running'), PATIENCE);
    await process.pcr.stop();
  });
});
