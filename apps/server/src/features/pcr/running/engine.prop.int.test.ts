import { readPcrSetup } from '@vigia/contract';
import { at, type TickColumns } from '@vigia/core/candles';
import { replayTicks, type Signal } from '@vigia/core/pcr';
import { ManualClock, propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { GENESIS_HASH, verifyChain } from '../../signals/index.ts';
import { findSetupRow } from '../editing/setup.repository.ts';
import { insertBuiltInSetup } from '../pcr.repository.ts';
import { recomputeSetupSignals } from '../publishing/recompute-setup-signals.ts';
import { engineDeps, recordedTicks, ScriptedMarket } from '../testing.ts';
import { PcrEngine } from './engine.ts';

const START_MS = Date.parse('2026-11-18T00:00:00.000Z');
const HOURS = 3;
const END_MS = START_MS + HOURS * 3_600_000;
const log = pino({ level: 'silent' });

const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const LOOSE = { minLength: 2, requiredCriteria: 3, zone: { maxSignalsPerZone: 3, maxEntryAtr: 3 } };

/**
 * The setups under test. The first two share one evaluation. The third gives signals on ticks. The fourth trades with a
 * duration in seconds.
 */
const SETUPS = [
  { name: 'Una', timeframe: '1m', patterns: LOOSE, entryPoints: ['ruptura', 'zona_ancha', 'zona_fina'], expiry: 3 },
  {
    name: 'Otra',
    timeframe: '1m',
    patterns: { ...LOOSE, colors: ['red'] },
    filters: [{ filter: 'trend', period: 20 }],
  },
  { name: 'Toque', timeframe: '1m', patterns: LOOSE, entryPoints: ['zona_ancha'], trigger: 'touch', expiry: 1 },
  { name: 'Breve', timeframe: '1m', patterns: LOOSE, entryPoints: ['ruptura', 'zona_ancha'], expiry_seconds: 15 },
] as const;
const OTHER = { name: 'Vecina', timeframe: '1m', patterns: LOOSE, expiry: 2 } as const;

/** An interruption of the engine and the time at which it happens. */
type Disturbance = { readonly atMs: number; readonly kind: 'stop' | 'crash' | 'edit' };

class World {
  readonly database: TestDatabase;
  readonly clock = new ManualClock(START_MS);
  readonly bus = createInProcessBus(log);
  readonly market: ScriptedMarket;
  engine: PcrEngine;

  constructor(database: TestDatabase, ticks: TickColumns) {
    this.database = database;
    this.market = new ScriptedMarket(ticks, this.clock, this.bus);
    this.engine = this.#made();
  }

  #made(): PcrEngine {
    const { bus, clock, market } = this;
    return new PcrEngine(engineDeps(this.database.db, clock, bus, market));
  }

  async store(setup: { readonly name: string }, number: number): Promise<void> {
    const row = { id: id(number), name: setup.name, asset: 'EURUSD', timeframe: '1m', definition: { ...setup } };
    await insertBuiltInSetup(this.database.db.sql, { ...row, anchorTime: 0, liveSinceMs: 0, nowMs: this.clock.now() });
  }

  async disturb(kind: Disturbance['kind']): Promise<void> {
    const { sql } = this.database.db;
    if (kind === 'edit') {
      const row = await findSetupRow(sql, id(9));
      if (row !== null) {
        this.engine.close(row.id);
        await this.engine.open({ ...row, version: row.version + 1 });
      }
      return;
    }
    await this.engine.stop();
    if (kind === 'crash') await sql`DELETE FROM pcr_states`;
    this.engine = this.#made();
    await this.engine.start();
  }

  async bodies(number: number): Promise<unknown[]> {
    await this.engine.drained();
    const rows = await this.database.db.sql<{ body: unknown; outcome: string | null }[]>`
      SELECT body, outcome FROM pcr_signals s LEFT JOIN pcr_signal_outcomes o ON o.signal_id = s.id
      WHERE setup_id = ${id(number)} ORDER BY seq`;
    return [...rows];
  }
}

async function lived<Value>(
  ticks: TickColumns,
  disturbances: readonly Disturbance[],
  read: (world: World) => Promise<Value>,
) {
  const database = await createTestDatabase();
  try {
    const world = new World(database, ticks);
    for (const [index, setup] of SETUPS.entries()) await world.store(setup, index + 1);
    await world.store(OTHER, 9);
    await world.engine.start();
    for (const { atMs, kind } of disturbances.toSorted((a, b) => a.atMs - b.atMs)) {
      world.market.playUntil(atMs);
      await world.disturb(kind);
    }
    world.market.playUntil(END_MS);
    const value = await read(world);
    await world.engine.stop();
    return value;
  } finally {
    await database.close();
  }
}

function replayed(ticks: TickColumns, setup: unknown): Signal[] {
  const parsed = readPcrSetup(setup);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const signals: Signal[] = [];
  replayTicks(ticks, parsed.value, {
    listener: { onSignal: (signal) => void signals.push(signal) },
    payoutRatio: 0.85,
  });
  return signals;
}

const moments = fc.integer({ min: START_MS + 600_000, max: END_MS - 60_000 });
const disturbance = (...kinds: Disturbance['kind'][]) => fc.record({ atMs: moments, kind: fc.constantFrom(...kinds) });

describe('the PCR engine', () => {
  it('publishes the same signals as a replay, despite stops, crashes and edits by another process', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000 }),
        fc.array(disturbance('stop', 'crash', 'edit'), { minLength: 1, maxLength: 4 }),
        async (seed, disturbances) => {
          const ticks = recordedTicks(seed, START_MS, HOURS);
          const read = async (world: World) => [await world.bodies(1), await world.bodies(2)];
          const whole = await lived(ticks, [], read);
          expect(await lived(ticks, disturbances, read)).toEqual(whole);
          const expected = replayed(ticks, SETUPS[0]).map(({ entryTime, entryPrice, confidence, direction }) => ({
            body: { entry_time_ms: entryTime, entry_price: entryPrice, confidence, direction },
          }));
          expect(whole[0]).toMatchObject(expected);
          expect(whole[0]?.length).toBeGreaterThan(3);
        },
      ),
      { numRuns: propertyRuns(4) },
    );
  });

  it('restores the used levels and touched price zones of a setup that signals on ticks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000 }),
        fc.array(disturbance('stop', 'edit'), { minLength: 1, maxLength: 4 }),
        async (seed, disturbances) => {
          const ticks = recordedTicks(seed, START_MS, HOURS);
          const whole = await lived(ticks, [], (world) => world.bodies(3));
          expect(await lived(ticks, disturbances, (world) => world.bodies(3))).toEqual(whole);
          expect(whole.length).toBeGreaterThan(3);
        },
      ),
      { numRuns: propertyRuns(3) },
    );
  });

  it('shares one evaluation among setups with equal sequence rules, after every start', async () => {
    const ticks = recordedTicks(3, START_MS, HOURS);
    const shared = await lived(ticks, [{ atMs: START_MS + 3_600_000, kind: 'stop' }], async (world) =>
      [1, 2, 3, 4, 9].map((number) => world.engine.debug(id(number), 0)?.shared_by),
    );
    expect(shared).toEqual([5, 5, 5, 5, 5]);
  });
});

const NONE_ABSENT = { explained: { off: 0, unrecorded: 0, payout: 0, prices: 0 }, missing: [] };
/** Returns a time at which the last of these signals is the newest that must be stored. */
const afterLast = (rows: readonly { readonly entry_time_ms: number }[]): number =>
  (rows.at(-1)?.entry_time_ms ?? 0) + 60_000;

describe('the verification of hash-chained signals', () => {
  const ticks = recordedTicks(5, START_MS, HOURS);
  const minutesOf = async (world: World) => {
    const minutes = await world.market.history1m('EURUSD', 0);
    const column = (values: Float64Array) => Array.from({ length: minutes.length }, (_, row) => at(values, row));
    await world.database.db.sql`
      INSERT INTO candles_1m (source, symbol, time, open, high, low, close)
      SELECT 'simulated', 'EURUSD', t.* FROM unnest(${column(minutes.time)}::bigint[],
        ${column(minutes.open)}::float8[],
        ${column(minutes.high)}::float8[], ${column(minutes.low)}::float8[], ${column(minutes.close)}::float8[]) AS t`;
  };

  it('recomputes signals from the stored candles, and reports each signal that differs from them', async () => {
    await lived(ticks, [], async (world) => {
      const { sql } = world.database.db;
      await world.engine.drained();
      await minutesOf(world);
      const { rows, fault } = await verifyChain(sql, 'pcr', id(1));
      expect(fault).toBeNull();
      expect(await recomputeSetupSignals(sql, id(1), rows, afterLast(rows))).toEqual([
        { kind: 'derived', version: 1, signals: rows.length, absences: NONE_ABSENT },
      ]);
      for (const number of [3, 4]) {
        const byTicks = await verifyChain(sql, 'pcr', id(number));
        expect(byTicks.rows.length).toBeGreaterThan(0);
        expect(await recomputeSetupSignals(sql, id(number), byTicks.rows, afterLast(rows))).toEqual([
          { kind: 'not_possible', version: 1, reason: 'ticks' },
        ]);
      }
      const turned = rows.map((row, index) =>
        index === 2
          ? { ...row, body: { ...row.body, entry_price: 9 } }
          : index === 3
            ? { ...row, entry_time_ms: 1 }
            : row,
      );
      expect(await recomputeSetupSignals(sql, id(1), turned, afterLast(rows))).toEqual([
        { kind: 'differs', version: 1, seq: 3, key: 'entry_price' },
      ]);
      expect(await recomputeSetupSignals(sql, id(1), turned.toSpliced(2, 1), afterLast(rows))).toEqual([
        { kind: 'differs', version: 1, seq: 4, key: null },
      ]);
      const unmeasured = rows.map((row, index) =>
        index === 1 ? { ...row, body: { ...row.body, criteria: [] } } : row,
      );
      expect(await recomputeSetupSignals(sql, id(1), unmeasured, afterLast(rows))).toEqual([
        { kind: 'differs', version: 1, seq: 2, key: 'criteria' },
      ]);
      const sealedBefore = rows.map((row) => {
        const { criteria: _criteria, ...body } = row.body;
        return { ...row, body };
      });
      expect(await recomputeSetupSignals(sql, id(1), sealedBefore, afterLast(rows))).toEqual([
        { kind: 'derived', version: 1, signals: rows.length, absences: NONE_ABSENT },
      ]);
    });
  });

  it('detects a hash chain of signals that was changed, shortened or rebuilt', async () => {
    await lived(ticks, [], async (world) => {
      await world.engine.drained();
      const { sql } = world.database.db;
      const [last] = await sql<{ seq: number }[]>`SELECT max(seq) AS seq FROM pcr_signals WHERE setup_id = ${id(1)}`;
      const add = async (seq: number, previousHash: string) => {
        await sql`
          INSERT INTO pcr_signals (id, setup_id, seq, candle_time, entry_time_ms, expiration_ms, body,
            previous_hash, hash, published_at)
          VALUES (gen_random_uuid(), ${id(1)}, ${seq}, ${seq}, 0, 0, '{"entry_price": 1}', ${previousHash}, '', now())`;
      };
      const end = last?.seq ?? 0;
      const whole = await verifyChain(sql, 'pcr', id(2));
      await add(end + 2, '');
      expect((await verifyChain(sql, 'pcr', id(1))).fault).toEqual({ seq: end + 1, fault: 'missing' });
      await add(end + 1, 'x');
      expect((await verifyChain(sql, 'pcr', id(1))).fault).toEqual({ seq: end + 1, fault: 'chain' });
      const [second, seq] = [id(2), whole.rows.length + 1];
      await sql`
        INSERT INTO pcr_signals (id, setup_id, seq, candle_time, entry_time_ms, expiration_ms, body, previous_hash,
          hash, published_at)
        VALUES (gen_random_uuid(), ${second}, ${seq}, 0, 0, 0, '{"entry_price": 1}', ${whole.rows.at(-1)?.hash ?? GENESIS_HASH}, 'x', now())`;
      expect((await verifyChain(sql, 'pcr', second)).fault).toEqual({ seq, fault: 'body' });
    });
  });
});
