import { propertyRuns, SeededRng } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, CandleBuilder, type CandleColumns, type TickColumns } from '#candles/index.ts';
import { PcrDetector } from './detector.ts';
import type { PcrListener } from './listener.ts';
import { replayCandles, replayTicks } from './replay/replay.ts';
import type { PcrRules } from './setup/setup.ts';
import {
  LOOSE_SETUP,
  nothingObserved,
  type ObservedFindings,
  randomCandles,
  setupOf,
  TEST_TIMEFRAME_S,
} from './testing.ts';

const BASE_STEP = 60;
const RULES = setupOf({ ...LOOSE_SETUP, expiry: 7 });

const listenerOf = (seen: ObservedFindings): PcrListener => ({
  onSequence: (sequence) => void seen.sequences.push(sequence),
  onZone: (zone) => void seen.zones.push(zone),
  onZoneEnd: (zone, end, moment) => void seen.ends.push({ zone, end, at: moment }),
  onSignal: (signal) => void seen.signals.push(signal),
  onRejected: (candidate) => void seen.rejected.push(candidate),
  onSettlement: (settlement) => void seen.settlements.push(settlement),
});

function replayed(base: CandleColumns, rules: PcrRules): ObservedFindings {
  const seen = nothingObserved();
  const result = replayCandles(base, rules, { listener: listenerOf(seen) });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return seen;
}

const prefix = (base: CandleColumns, length: number): CandleColumns => ({ ...base, length });

/** Returns the ticks of an artificial market, one to a few seconds apart, with occasional pauses. */
function randomTicks(seed: number, length: number): TickColumns {
  const rng = new SeededRng(seed);
  const candles = randomCandles(rng, length, 7);
  const timeMs = candles.time.map((seconds) => seconds * 1_000 + Math.floor(rng.next() * 5_000));
  return { length, timeMs, price: candles.close };
}

/** Pushes rows from `from` up to but excluding `to` of the ticks to a detector, like a live engine. */
function pushLive(detector: PcrDetector, builder: CandleBuilder, ticks: TickColumns, from: number, to: number): void {
  for (let row = from; row < to; row += 1) {
    const timeMs = at(ticks.timeMs, row);
    const price = at(ticks.price, row);
    const closed = builder.push(timeMs, price);
    if (closed) detector.push(closed.time, closed.open, closed.high, closed.low, closed.close);
    detector.pushTick(timeMs, price);
  }
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

describe('a replay of the PCR detector', () => {
  it('publishes the same findings for the first part of the data as a replay of all data up to that point', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 3, max: 3_000 }), (seed, cut) => {
        const base = randomCandles(new SeededRng(seed), 3_000, BASE_STEP);
        const whole = replayed(base, RULES);
        const part = replayed(prefix(base, cut), RULES);
        expect(part.signals).toEqual(whole.signals.slice(0, part.signals.length));
        expect(part.settlements).toEqual(whole.settlements.slice(0, part.settlements.length));
        expect(part.rejected).toEqual(whole.rejected.slice(0, part.rejected.length));
        const endMs = (at(base.time, cut - 1) + BASE_STEP) * 1_000;
        expect(part.signals).toHaveLength(whole.signals.filter(({ entryTime }) => entryTime <= endMs).length);
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it('finds enough signals for the other tests to be meaningful', () => {
    const { signals, rejected, ends } = replayed(randomCandles(new SeededRng(1), 20_000, BASE_STEP), RULES);
    expect(signals.length).toBeGreaterThan(50);
    expect(new Set(rejected.map(({ refusal }) => refusal.gate))).toContain('filters');
    expect(new Set(ends.map(({ end }) => end))).toEqual(new Set(['spent', 'invalidated', 'expired']));
  });
});

describe.each(['close', 'touch'] as const)('the live detector with trigger "%s"', (trigger) => {
  const rules = setupOf({ ...LOOSE_SETUP, filters: [], trigger, timeframe: '1m', expiry: 1 });

  it('publishes the same findings as a replay of the same ticks', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const ticks = randomTicks(seed, 4_000);
        const replay = nothingObserved();
        replayTicks(ticks, rules, { listener: listenerOf(replay) });
        const live = nothingObserved();
        pushLive(new PcrDetector(rules, { listener: listenerOf(live) }), new CandleBuilder(60), ticks, 0, ticks.length);
        expect(live.signals.length).toBeGreaterThan(0);
        expect(live).toEqual(replay);
      }),
      { numRuns: propertyRuns(15) },
    );
  });

  it('publishes the same signals with a restart at any tick as without one', () => {
    fc.assert(
      fc.property(seeds, fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 4 }), (seed, cuts) => {
        const ticks = randomTicks(seed, 3_000);
        const whole = nothingObserved();
        pushLive(
          new PcrDetector(rules, { listener: listenerOf(whole) }),
          new CandleBuilder(60),
          ticks,
          0,
          ticks.length,
        );

        const restarted = nothingObserved();
        let detector = new PcrDetector(rules, { listener: listenerOf(restarted) });
        const builder = new CandleBuilder(60);
        let from = 0;
        for (const cut of [...cuts.toSorted((a, b) => a - b), ticks.length]) {
          pushLive(detector, builder, ticks, from, cut);
          from = cut;
          const saved = JSON.parse(JSON.stringify(detector.snapshot()));
          detector = new PcrDetector(rules, { listener: listenerOf(restarted) });
          detector.restore(saved);
        }
        expect(restarted).toEqual(whole);
      }),
      { numRuns: propertyRuns(25) },
    );
  });
});

describe('a detector restored from its snapshot', () => {
  it('finds the same as a detector without a restart, for a restart at any candle', () => {
    const candles = randomCandles(new SeededRng(7), 900, TEST_TIMEFRAME_S);
    const step = (detector: PcrDetector, row: number) => {
      const { time, open, high, low, close } = candles;
      detector.pushBase(at(time, row), at(close, row));
      detector.push(at(time, row), at(open, row), at(high, row), at(low, row), at(close, row));
    };
    const whole = nothingObserved();
    const detector = new PcrDetector(RULES, { listener: listenerOf(whole), baseStepSeconds: TEST_TIMEFRAME_S });
    for (let row = 0; row < candles.length; row += 1) step(detector, row);

    for (let cut = 0; cut < candles.length; cut += 41) {
      const seen = nothingObserved();
      const before = new PcrDetector(RULES, { listener: listenerOf(seen), baseStepSeconds: TEST_TIMEFRAME_S });
      for (let row = 0; row < cut; row += 1) step(before, row);
      const after = new PcrDetector(RULES, { listener: listenerOf(seen), baseStepSeconds: TEST_TIMEFRAME_S });
      after.restore(JSON.parse(JSON.stringify(before.snapshot())));
      for (let row = cut; row < candles.length; row += 1) step(after, row);
      expect(seen).toEqual(whole);
    }
  });
});
