import { PcrDebug, PcrSequenceView, RejectionView } from '@vigia/contract';
import type { TickColumns } from '@vigia/core/candles';
import { ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { findSetupRow } from '../editing/setup.repository.ts';
import { insertBuiltInSetup, type SetupRow } from '../pcr.repository.ts';
import { engineDeps, recordedTicks, ScriptedMarket } from '../testing.ts';
import { SIGNAL_CHANGED } from '../topics.ts';
import { PcrEngine } from './engine.ts';

const START_MS = Date.parse('2026-11-18T00:00:00.000Z');
const HOUR_MS = 3_600_000;
const TICKS: TickColumns = recordedTicks(7, START_MS, 4);
const ID = '00000000-0000-4000-8000-000000000001';
const log = pino({ level: 'silent' });
const LOOSE = { minLength: 2, requiredCriteria: 3, zone: { maxSignalsPerZone: 3, maxEntryAtr: 0.2 } };
const SETUP = {
  name: 'Prueba',
  timeframe: '1m',
  patterns: LOOSE,
  entryPoints: ['ruptura', 'zona_ancha'],
  expiry: 30,
  filters: [{ filter: 'trend', period: 20 }],
};

let database: TestDatabase;
let clock: ManualClock;
let bus: Bus;
let market: ScriptedMarket;
let engine: PcrEngine;
/** Entry times of the signals that were stored and published. */
let sealed: number[];

beforeEach(async () => {
  database = await createTestDatabase();
  clock = new ManualClock(START_MS);
  bus = createInProcessBus(log);
  market = new ScriptedMarket(TICKS, clock, bus);
  engine = new PcrEngine(engineDeps(database.db, clock, bus, market));
  sealed = [];
  bus.subscribe(SIGNAL_CHANGED, ({ signal: { status, entry_time } }) => {
    if (status === 'pending') sealed.push(Date.parse(entry_time));
  });
  const row = { id: ID, name: 'Prueba', asset: 'EURUSD', timeframe: '1m', definition: SETUP };
  await insertBuiltInSetup(database.db.sql, { ...row, anchorTime: 0, liveSinceMs: 0, nowMs: START_MS });
});
afterEach(() => database.close());

async function rowNow(changes: Partial<SetupRow> = {}): Promise<SetupRow> {
  // The engine polls the stored row for edits, so the row must agree with the change.
  if (changes.is_active !== undefined) await database.db.sql`UPDATE pcr_setups SET is_active = ${changes.is_active}`;
  const row = await findSetupRow(database.db.sql, ID);
  if (row === null) throw new Error('the setup is stored');
  return { ...row, ...changes };
}

describe('a signal', () => {
  it.each(['stale', 'frozen', 'skewed', 'closed'] as const)(
    'is refused and logged as a rejection while the market is %s',
    async (state) => {
      await engine.start();
      market.state = state;
      market.playUntil(START_MS + HOUR_MS);
      await engine.drained();
      expect(sealed).toEqual([]);
      const refused = engine.rejections(ID).filter(({ stage }) => stage === 'data');
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]).toMatchObject({ reason: state, automation: 'pcr' });
      expect(refused[0]?.filter_results).toMatchObject([{ filter: 'trend', passed: true }]);
      await engine.stop();
    },
  );

  it('is refused if its candle is backfilled', async () => {
    await engine.start();
    market.playUntil(START_MS + HOUR_MS, true);
    await engine.drained();
    expect(sealed).toEqual([]);
    expect(engine.rejections(ID).some(({ reason }) => reason === 'backfilled')).toBe(true);
    market.playUntil(START_MS + 2 * HOUR_MS);
    await engine.drained();
    expect(sealed.length).toBeGreaterThan(0);
    expect(Math.min(...sealed)).toBeGreaterThanOrEqual(START_MS + HOUR_MS);
    await engine.stop();
  });
});

describe('a setup that starts while the engine runs', () => {
  it('evaluates its history, and publishes no signals of this history', async () => {
    await database.db.sql`UPDATE pcr_setups SET is_active = false`;
    await engine.start();
    market.playUntil(START_MS + HOUR_MS);
    expect(engine.counters(ID)).toBeNull();
    await database.db.sql`UPDATE pcr_setups SET is_active = true`;
    await engine.reload(ID);
    expect(engine.counters(ID)?.sequences).toBeGreaterThan(5);
    expect(engine.rejections(ID).length).toBeGreaterThan(0);
    market.playUntil(START_MS + 2 * HOUR_MS);
    await engine.drained();
    expect(Math.min(...sealed)).toBeGreaterThanOrEqual(START_MS + HOUR_MS);
    await engine.stop();
  });

  it('continues if only its name changes, and restarts with a new version', async () => {
    await engine.start();
    market.playUntil(START_MS + HOUR_MS);
    const before = engine.counters(ID);
    await engine.open(await rowNow({ name: 'Otro nombre' }));
    expect(engine.counters(ID)).toEqual(before);
    await engine.open(await rowNow({ version: 2, definition: { ...SETUP, patterns: { ...LOOSE, minLength: 4 } } }));
    expect(engine.counters(ID)?.validSequences).not.toBe(before?.validSequences);
    await engine.open(await rowNow({ version: 2, is_active: false }));
    expect(engine.counters(ID)).toBeNull();
    expect(engine.streams).toBe(0);
    await engine.stop();
  });
});

describe('a setup in another process’s shard', () => {
  it('does not run in this process, even after a call of `open`', async () => {
    const runShards = () => ({ started: Promise.resolve(), stop: async () => undefined });
    const cluster = { runShards, fence: async () => undefined };
    const poor = new PcrEngine({ ...engineDeps(database.db, clock, bus, market), cluster });
    await poor.start();
    await poor.open(await rowNow());
    expect(poor.streams).toBe(0);
    await poor.stop();
  });
});

describe('the sequences of many setups', () => {
  it('are limited in number, and each setup shows its newest sequences', async () => {
    const definition = { ...SETUP, patterns: { ...LOOSE, requiredCriteria: 5 } };
    for (let number = 0; number < 40; number += 1) {
      const row = { id: randomIds.next(), name: `Prueba ${number}`, asset: 'EURUSD', timeframe: '1m', definition };
      await insertBuiltInSetup(database.db.sql, { ...row, anchorTime: 0, liveSinceMs: 0, nowMs: START_MS });
    }
    await engine.start();
    market.playUntil(START_MS + 4 * HOUR_MS);
    const one = engine.sequences(({ id }) => id === ID);
    const all = engine.sequences(() => true);
    const ofOne = all.filter(({ setup_id }) => setup_id === ID);
    expect(one.length).toBeGreaterThan(ofOne.length);
    expect(ofOne).toEqual(one.slice(0, 25));
    expect(new Set(all.map(({ setup_id }) => setup_id)).size).toBe(41);
    await engine.stop();
  });
});

describe('a deleted user', () => {
  it('has no running setups', async () => {
    await engine.start();
    market.playUntil(START_MS + HOUR_MS);
    await engine.drained();
    await database.db.sql`DELETE FROM pcr_setups`;
    clock.advance(60_000);
    await vi.waitFor(() => expect(engine.streams).toBe(0));
    expect(engine.counters(ID)).toBeNull();
    await engine.stop();
  });
});

describe('a signal of an edited setup', () => {
  const undecided = async () => {
    const [row] = await database.db.sql<[{ count: number; void: number }]>`
      SELECT count(*) FILTER (WHERE o.outcome IS NULL)::int AS count,
        count(*) FILTER (WHERE o.outcome = 'void')::int AS void
      FROM pcr_signals s LEFT JOIN pcr_signal_outcomes o ON o.signal_id = s.id WHERE s.version = 1`;
    return row;
  };
  const untilSealed = async (): Promise<void> => {
    for (let minute = 1; minute < 180 && sealed.length === 0; minute += 1) {
      market.playUntil(START_MS + minute * 60_000);
      await engine.drained();
    }
  };
  const laterOn = async (): Promise<void> => {
    market.playUntil(clock.now() + 32 * 60_000);
    for (let second = 0; second < 5; second += 1) {
      clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
      await engine.drained();
    }
  };

  it('still gets its outcome after the edit', async () => {
    await engine.start();
    await untilSealed();
    expect((await undecided()).count).toBe(1);
    // The new version publishes nothing about old signals, even if it finds a signal at the same time.
    await engine.open(await rowNow({ version: 2, live_since: new Date(clock.now()) }));
    await laterOn();
    expect(await undecided()).toEqual({ count: 0, void: 0 });
    await engine.stop();
  });

  it('still gets its outcome after a restart', async () => {
    await engine.start();
    await untilSealed();
    engine.close(ID);
    await engine.stop();
    await database.db.sql`UPDATE pcr_setups SET is_active = false`;
    engine = new PcrEngine(engineDeps(database.db, clock, bus, market));
    await engine.start();
    await laterOn();
    expect(await undecided()).toEqual({ count: 0, void: 0 });
    await engine.stop();
  });
});

describe('the debug view of a setup', () => {
  it('shows the feed, the current run of candles, measured criteria, price zones, and each event once', async () => {
    await engine.start();
    market.playUntil(START_MS + HOUR_MS);
    const first = engine.debug(ID, 0);
    market.playUntil(START_MS + 2 * HOUR_MS);
    market.state = 'stale';
    const debug = PcrDebug.parse(engine.debug(ID, first?.last_event ?? 0));
    expect(debug.feed).toMatchObject({ state: 'stale', message: expect.stringContaining('No llega ningún precio') });
    expect(debug.engine).toMatchObject({
      streams: 1,
      setups: 1,
      journal_waiting: expect.any(Number),
      restored_from: 'history',
    });
    expect(debug.engine.evaluation_ms).toMatchObject({ max: expect.any(Number) });
    expect(debug.shared_by).toBe(1);
    expect(debug.run?.candles.length).toBeGreaterThanOrEqual(debug.run?.length ?? 1);
    expect(debug.live_zones.length).toBe(engine.counters(ID)?.zonesLive);
    expect(debug.events.filter(({ kind }) => kind === 'candle').length).toBeGreaterThan(50);
    const numbers = debug.events.map(({ number }) => number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(engine.debug(ID, debug.last_event)?.events).toEqual([]);
    await engine.stop();
  });

  it('measures each criterion as the detector does', async () => {
    await engine.start();
    market.playUntil(START_MS + 2 * HOUR_MS);
    let measured = 0;
    for (const { criteria, color } of PcrDebug.parse(engine.debug(ID, 0)).sequences) {
      for (const { criterion, held, value, limit } of criteria) {
        if (typeof value !== 'number' || typeof limit !== 'number') continue;
        const holds = criterion === 'break' && color === 'green' ? value <= limit : value >= limit;
        expect({ criterion, held }).toEqual({ criterion, held: holds });
        measured += 1;
      }
    }
    expect(measured).toBeGreaterThan(40);
    await engine.stop();
  });

  it('contains the last fifty rejections, newest first, and the same sequences after a restart', async () => {
    await engine.start();
    market.playUntil(START_MS + 4 * HOUR_MS);
    const rejections = RejectionView.array().parse(engine.rejections(ID));
    expect(rejections).toHaveLength(50);
    expect(rejections.map(({ at }) => at)).toEqual(
      rejections
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const sequences = PcrSequenceView.array().parse(engine.sequences(() => true));
    const counters = engine.counters(ID);
    await engine.stop();
    const again = new PcrEngine(engineDeps(database.db, clock, bus, market));
    await again.start();
    expect(again.rejections(ID)).toEqual(rejections);
    expect(again.sequences(() => true)).toEqual(sequences.slice(0, 30));
    expect(again.counters(ID)).toEqual(counters);
    expect(again.debug(ID, 0)?.engine.restored_from).toBe('snapshot');
    await again.stop();
  });

  it.each(['version', 'rule_version'])(
    'shows that the engine folded the history again after a change of %s',
    async (column) => {
      await engine.start();
      market.playUntil(START_MS + HOUR_MS);
      await engine.stop();
      await database.db.sql`UPDATE pcr_states SET ${database.db.sql(column)} = 9`;
      engine = new PcrEngine(engineDeps(database.db, clock, bus, market));
      await engine.start();
      expect(engine.debug(ID, 0)?.engine.restored_from).toBe('history');
      await engine.stop();
    },
  );
});
