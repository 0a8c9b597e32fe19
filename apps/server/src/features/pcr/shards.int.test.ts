import assert from 'node:assert/strict';
import type { PcrSignalView } from '@vigia/contract';
import { ManualClock } from '@vigia/testkit';
import { checkSignals } from '@vigia/testkit/invariants';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import { createInProcessCalls } from '#platform/calls/in-process-calls.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { Member } from '#platform/ownership/testing-member.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { HOUSE_SETUPS } from './house-setups.ts';
import { createPcr, type Pcr } from './pcr.ts';
import { storeHouseSetups } from './store-house-setups.ts';
import { engineDeps, recordedTicks, ScriptedMarket } from './testing.ts';
import { SIGNAL_CHANGED } from './topics.ts';

const START_MS = Date.parse('2026-11-18T00:00:00.000Z');
const MINUTE_MS = 60_000;
const HOURS = 5;
const TICKS = recordedTicks(7, START_MS, HOURS);
const STRANGER = '00000000-0000-4000-8000-000000000001';
const SEED = 20_261_122;
const PATIENCE = { timeout: 20_000, interval: 5 };
const log = pino({ level: 'silent' });

/** Two processes and more: one database, one market, one bus. */
let database: TestDatabase;
let clock: ManualClock;
let bus: Bus;
let calls: Calls;
let market: ScriptedMarket;
/** Signals that were told of as new, each as often as it was. */
let told: string[];

async function fresh(): Promise<void> {
  database = await createTestDatabase();
  clock = new ManualClock(START_MS);
  bus = createInProcessBus(log);
  calls = createInProcessCalls(log);
  market = new ScriptedMarket(TICKS, clock, bus);
  told = [];
  bus.subscribe(SIGNAL_CHANGED, ({ signal }) => {
    if (signal.status === 'pending') told.push(signal.id);
  });
}
beforeEach(fresh);
afterEach(() => database.close());

type Process = { readonly member: Member; readonly pcr: Pcr };

async function newProcess(its = clock): Promise<Process> {
  const member = new Member(database.db);
  const pcr = createPcr({ ...engineDeps(database.db, its, bus, market), calls, ownership: member.ownership });
  await pcr.start();
  return { member, pcr };
}

/** One that runs nothing, as those that answer people. */
const onlooker = (): Pcr => createPcr({ ...engineDeps(database.db, clock, bus, market), calls });

/** All leases have run out, and their owners do not know it. */
async function runOut(): Promise<void> {
  await database.db.sql`UPDATE leases SET expires_at = '-infinity'`;
  await database.db.sql`DELETE FROM members`;
}

/** Everybody beats until these own all there is. */
const settled = (processes: readonly Process[]) =>
  vi.waitFor(() => {
    for (const { member } of processes) member.beat();
    const held = processes.map(({ member }) => member.ownership.held.length);
    expect(held.reduce((sum, count) => sum + count, 0)).toBe(16);
    expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(1);
  }, PATIENCE);

const HOUSE = HOUSE_SETUPS[1].name;

/** Of the house's one-minute setup, oldest first. */
async function signals(): Promise<Pick<PcrSignalView, 'entry_time' | 'entry_price' | 'status' | 'settle_price'>[]> {
  const found = (await onlooker().signals(STRANGER)).filter(({ setup_name }) => setup_name === HOUSE).toReversed();
  return found.map(({ entry_time, entry_price, status, settle_price }) => ({
    ...{ entry_time, entry_price, status, settle_price },
  }));
}

type Step =
  | { readonly do: 'play'; readonly minutes: number }
  /** Another process joins; one leaves in order; all stand still and somebody new takes over. */
  | { readonly do: 'join' | 'leave' | 'standstill' };

const steps = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 5, max: 50 }).map((minutes): Step => ({ do: 'play', minutes })) },
  fc.constantFrom<Step>({ do: 'join' }, { do: 'leave' }, { do: 'standstill' }),
);

/** What one process alone publishes; leaves a fresh database behind. */
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

/** Plays the whole market through, processes coming and going as the series says. @returns when they did */
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
      await runOut();
      up = [await newProcess()];
    }
    await settled(up);
    await Promise.all(up.map(({ pcr }) => pcr.drained()));
  }
  market.playUntil(START_MS + HOURS * 60 * MINUTE_MS);
  for (const { pcr } of [...stalled, ...up]) await pcr.drained();
  for (const { pcr } of [...up, ...stalled]) await pcr.stop();
  return switches;
}

describe('after any coming and going of processes', () => {
  it('a signal is stored and told of once, as one process alone finds it', { timeout: 240_000 }, async () => {
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
        assert.equal(new Set(told).size, told.length, 'a signal was told of twice');
        assert.deepEqual(await checkSignals(database.db.sql), []);
        await database.close();
        await fresh();
      }),
      { seed: SEED, numRuns: 8, endOnFailure: true },
    );
    expect(whole.length).toBeGreaterThan(5);
  });
});

describe('a process that takes over', () => {
  it('in order goes on from where the one before has saved it', async () => {
    const { pcr } = await newProcess();
    market.playUntil(START_MS + 60 * MINUTE_MS);
    await pcr.stop();
    const next = await newProcess();
    const [house] = await next.pcr.setups(STRANGER);
    const debug = await onlooker().debug(STRANGER, house?.id ?? '', 0);
    expect(debug).toMatchObject({ engine: { restored_from: 'snapshot' } });
    await next.pcr.stop();
  });

  it('is not overwritten by what the one before saves after its time', async () => {
    // On a clock that stands still it writes nothing by itself: it notices its loss no sooner than it is stopped, and
    // takes nothing back that the owner has given up by then.
    const late = await newProcess(new ManualClock(START_MS + 24 * 60 * MINUTE_MS));
    market.playUntil(START_MS + 60 * MINUTE_MS);
    await late.pcr.drained();
    await runOut();
    const owner = await newProcess();
    await settled([owner]);
    await owner.pcr.stop();
    const savedAt = () => database.db.sql`SELECT setup_id, saved_at FROM pcr_states ORDER BY setup_id`;
    const before = await savedAt();
    expect(before).toHaveLength(HOUSE_SETUPS.length);
    await late.pcr.stop();
    expect(await savedAt()).toEqual(before);
  });
});

describe('the setups of the house', () => {
  it('are stored once, by however many processes start at once', async () => {
    const deps = engineDeps(database.db, clock, bus, market);
    await Promise.all(Array.from({ length: 8 }, () => storeHouseSetups(deps)));
    const rows = await database.db.sql`SELECT name FROM pcr_setups`;
    expect(rows).toHaveLength(HOUSE_SETUPS.length);
  });
});

/** A person, without more than a setup needs. */
async function newPerson(): Promise<string> {
  const [userId, now] = [randomIds.next(), new Date(clock.now())];
  await database.db.sql`
    INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${userId}, true, ${now}, ${now})`;
  await database.db.sql`INSERT INTO users (id, created_at, updated_at) VALUES (${userId}, ${now}, ${now})`;
  return userId;
}
const LIVELY = { ...HOUSE_SETUPS[1], name: 'Mío' };

async function created(pcr: Pcr, userId: string): Promise<string> {
  const made = await pcr.create(userId, LIVELY);
  if (!made.ok) throw new Error(made.error.code);
  return made.value.id;
}

describe('a process that only answers people', () => {
  it('has a change followed by whoever runs the setup, and sees what it finds', async () => {
    const processes = [await newProcess(), await newProcess()];
    await settled(processes);
    const api = onlooker();
    const people = await Promise.all(Array.from({ length: 12 }, newPerson));
    for (const userId of people) {
      const id = await created(api, userId);
      expect(await api.dashboard(userId)).toMatchObject({ active_setups: 1, setups_running: 1 });
      expect(await api.debug(userId, id, 0)).toMatchObject({ setup_id: id });
      if (userId === people[0]) await api.halt(userId, id, false);
    }
    expect(await api.dashboard(people[0] ?? '')).toMatchObject({ setups_running: 0 });
    market.playUntil(START_MS + 120 * MINUTE_MS);
    const [, second = ''] = people;
    // This market has candles of one minute only: his own setup and one of the house.
    const seen = await api.sequences(second);
    const own = (await api.setups(second)).find(({ is_demo }) => !is_demo)?.id;
    expect(new Set(seen.map(({ setup_id }) => setup_id)).size).toBe(2);
    expect(seen.map(({ breaking_candle }) => -breaking_candle.time)).toEqual(
      seen.map(({ breaking_candle }) => -breaking_candle.time).toSorted((a, b) => a - b),
    );
    expect((await api.statistics(second, own ?? ''))?.sequences_detected).toBeGreaterThan(5);
    expect(await api.health(second)).toMatchObject({ last_candle_at: expect.any(String) });
    expect((await api.health(second)).streams).toBeGreaterThan(0);
    // Each is run by one of them: none by both, none by neither.
    const rows = await database.db
      .sql`SELECT count(*)::int AS count FROM pcr_setups WHERE is_active AND timeframe = '1m'`;
    await Promise.all(processes.map(({ pcr }) => pcr.drained()));
    const sealed = await database.db.sql`SELECT count(DISTINCT setup_id)::int AS count FROM pcr_signals`;
    expect(sealed[0]).toEqual(rows[0]);
    await Promise.all(processes.map(({ pcr }) => pcr.stop()));
  });

  it('says what is true where nobody runs anything', async () => {
    const api = onlooker();
    const userId = await newPerson();
    const id = await created(api, userId);
    expect(await api.debug(userId, id, 0)).toBe('not_running');
    expect(await api.sequences(userId)).toEqual([]);
    expect(await api.rejections(userId, id)).toEqual([]);
    expect(await api.dashboard(userId)).toMatchObject({ active_setups: 1, setups_running: 0 });
    expect(await api.statistics(userId, id)).toMatchObject({ sequences_detected: 0, zones_live: 0 });
    expect(await api.health(userId)).toMatchObject({ streams: 0, last_candle_at: null });
  });

  it('loses no change that nobody heard of: whoever runs the setup looks for it', async () => {
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
