import { propertyRuns, SeededRng } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, CandleBuilder } from '#candles/index.ts';
import { PcrDetector } from './detector.ts';
import { DetectorGroup, sequenceKey } from './detector-group.ts';
import type { PcrListener } from './listener.ts';
import type { PcrRules } from './setup/setup.ts';
import type { SetupFold } from './setup-fold.ts';
import { LOOSE_SETUP, nothingObserved, type ObservedFindings, randomCandles, setupOf } from './testing.ts';

const TICKS = 3_000;

/** Setups that differ in everything except the rules that decide sequences. */
const RULES: readonly PcrRules[] = [
  {},
  { trigger: 'touch', filters: [], expiry: 1 },
  { trigger: 'touch', entryPoints: ['zona_ancha', 'ruptura'], expiry: 2 },
  { patterns: { ...LOOSE_SETUP.patterns, colors: ['red'], zone: { maxAgeCandles: 5, maxEntryAtr: null } }, expiry: 3 },
  { filters: [{ filter: 'payout', min: 0.8 }], expiry: 4 },
].map((own) => setupOf({ ...LOOSE_SETUP, timeframe: '1m', ...own }));

const listenerOf = (seen: ObservedFindings): PcrListener => ({
  onSequence: (sequence) => void seen.sequences.push(sequence),
  onZone: (zone) => void seen.zones.push(zone),
  onZoneEnd: (zone, end, moment) => void seen.ends.push({ zone, end, at: moment }),
  onSignal: (signal) => void seen.signals.push(signal),
  onRejected: (candidate) => void seen.rejected.push(candidate),
  onSettlement: (settlement) => void seen.settlements.push(settlement),
});

/**
 * Pushes the ticks of an artificial market in live order. Each candle comes before the tick that closes it. Some clock
 * readings and late ticks are included.
 */
function play(
  seed: number,
  target: Pick<PcrDetector, 'push' | 'pushTick' | 'advanceClock'>,
  before: (tick: number) => void,
) {
  const rng = new SeededRng(seed);
  const candles = randomCandles(rng, TICKS, 7);
  const builder = new CandleBuilder(60);
  for (let row = 0; row < TICKS; row += 1) {
    before(row);
    const timeMs = at(candles.time, row) * 1_000 + Math.floor(rng.next() * 5_000);
    const price = at(candles.close, row);
    const closed = builder.push(timeMs, price);
    if (closed) target.push(closed.time, closed.open, closed.high, closed.low, closed.close);
    if (rng.next() < 0.02) target.pushTick(timeMs - 60_000, price + 1);
    target.pushTick(timeMs, price);
    if (rng.next() < 0.05) target.advanceClock(timeMs + 2_000);
  }
}

function alone(seed: number, rules: PcrRules): { seen: ObservedFindings; detector: PcrDetector } {
  const seen = nothingObserved();
  const detector = new PcrDetector(rules, { listener: listenerOf(seen), payoutRatio: 0.82 });
  play(seed, detector, () => undefined);
  return { seen, detector };
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

describe('a detector group', () => {
  it('gives every setup the same findings and the same state as a separate detector for this setup', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const [first] = RULES;
        if (first === undefined) return;
        const sequences = nothingObserved();
        const group = new DetectorGroup(first, (sequence) => void sequences.sequences.push(sequence));
        const members = RULES.map((rules) => {
          const seen = nothingObserved();
          return { seen, rules, member: group.add(rules, { listener: listenerOf(seen), payoutRatio: 0.82 }) };
        });
        play(seed, group, () => undefined);
        for (const { seen, rules, member } of members) {
          const own = alone(seed, rules);
          expect({ ...seen, sequences: sequences.sequences }).toEqual(own.seen);
          expect(group.snapshotOf(member)).toEqual(own.detector.snapshot());
        }
        expect(members.every(({ seen }) => seen.signals.length > 0)).toBe(true);
      }),
      { numRuns: propertyRuns(15) },
    );
  });

  it('accepts a setup from a group that started at another time, and the findings of all setups stay the same', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1_600, max: TICKS - 1 }), (seed, cut) => {
        const [first, second] = RULES;
        if (first === undefined || second === undefined) return;
        const seenFirst = nothingObserved();
        const seenSecond = nothingObserved();
        const group = new DetectorGroup(first);
        const other = new DetectorGroup(second);
        group.add(first, { listener: listenerOf(seenFirst), payoutRatio: 0.82 });
        let member: SetupFold = other.add(second, { listener: listenerOf(seenSecond), payoutRatio: 0.82 });
        const both = {
          push: (...candle: Parameters<PcrDetector['push']>) => [group, other].forEach((one) => one.push(...candle)),
          pushTick: (timeMs: number, price: number) => [group, other].forEach((one) => one.pushTick(timeMs, price)),
          advanceClock: (nowMs: number) => [group, other].forEach((one) => one.advanceClock(nowMs)),
        };
        play(seed, both, (tick) => {
          if (tick !== cut) return;
          expect(group.hasSameState(other)).toBe(true);
          const state = JSON.parse(JSON.stringify(other.snapshotOf(member).setup));
          other.remove(member);
          member = group.add(second, { listener: listenerOf(seenSecond), payoutRatio: 0.82 }, state, other.fold.count);
        });
        expect(other.size).toBe(0);
        expect({ ...seenFirst, sequences: [] }).toEqual({ ...alone(seed, first).seen, sequences: [] });
        expect({ ...seenSecond, sequences: [] }).toEqual({ ...alone(seed, second).seen, sequences: [] });
      }),
      { numRuns: propertyRuns(10) },
    );
  });

  it('keeps the age of the zones of a setup from another group', () => {
    const [rules] = RULES;
    if (rules === undefined) return;
    const long = new DetectorGroup(rules);
    const short = new DetectorGroup(rules);
    const owner = long.add(rules, { listener: {} });
    const candles = randomCandles(new SeededRng(3), 1_500, 60);
    const push = (group: DetectorGroup, row: number) => {
      const { time, open, high, low, close } = candles;
      group.push(at(time, row), at(open, row), at(high, row), at(low, row), at(close, row));
    };
    for (let row = 0; row < candles.length; row += 1) push(long, row);
    for (let row = 200; row < candles.length; row += 1) push(short, row);
    expect(short.hasSameState(long)).toBe(true);
    const guest = short.add(rules, { listener: {} }, long.snapshotOf(owner).setup, long.fold.count);
    const age = (group: DetectorGroup, member: SetupFold) =>
      member.snapshot().live.map(({ bornAt }) => group.fold.count - bornAt);
    expect(age(short, guest)).toEqual(age(long, owner));
    expect(age(short, guest).length).toBeGreaterThan(0);
  });

  it('is shared by setups with equal rules for sequences, even if all their other rules differ', () => {
    expect(new Set(RULES.map(sequenceKey)).size).toBe(1);
    expect(sequenceKey(setupOf({ patterns: { minStrong: 1 } }))).not.toBe(sequenceKey(setupOf({})));
    expect(sequenceKey(setupOf({ timeframe: '1m' }))).not.toBe(sequenceKey(setupOf({})));
  });
});
