import { describe, expect, it } from 'vitest';
import {
  BREAKING_CANDLE,
  CALM_CANDLES,
  GREEN_RUN,
  mirrored,
  type Ohlc,
  Scenario,
  setupOf,
  TEST_TIMEFRAME_S,
} from '../testing.ts';
import { SequenceFold, type SequenceFoldSnapshot } from './sequence-fold.ts';

/** Longest gap in seconds, beyond the length of a candle, that zones survive (docs/spec/pcr.md §5). */
const GAP = 3_600;
const NEUTRAL: Ohlc = [102.25, 102.75, 101.75, 102.25];

/** Returns the only sequence of a scenario. */
function only(scenario: Scenario) {
  expect(scenario.seen.sequences).toHaveLength(1);
  return scenario.seen.sequences[0];
}

describe('a run of candles of one colour', () => {
  it('becomes a sequence when a candle of the other colour breaks it', () => {
    const scenario = new Scenario({}).candles(...CALM_CANDLES, ...GREEN_RUN, BREAKING_CANDLE);
    const start = scenario.time - 4 * TEST_TIMEFRAME_S;
    expect(only(scenario)).toEqual({
      color: 'green',
      length: 3,
      strongCandles: 3,
      startTime: start,
      endTime: start + 3 * TEST_TIMEFRAME_S,
      priceRange: { high: 102.375, low: 99.875 },
      displacementLimit: 1.5,
      efficiency: 0.75,
      breakLimit: 101.875,
      validationResults: { length: true, strength: true, displacement: true, efficiency: true, break: true },
      isValid: true,
      breakingCandle: { time: start + 3 * TEST_TIMEFRAME_S, open: 102.25, high: 102.5, low: 101.5, close: 101.75 },
    });
  });

  it('does not become a sequence if it has one candle; the candle that breaks it opens the next run', () => {
    const [first, second] = GREEN_RUN;
    const scenario = new Scenario({}).candles(
      [100, 101, 99, 99.5],
      ...(first && second ? [first, second] : []),
      BREAKING_CANDLE,
    );
    expect(only(scenario)?.length).toBe(2);
  });

  it('is dropped at a gap, and the candle after the gap opens a new run', () => {
    const scenario = new Scenario({}).candles(...GREEN_RUN.slice(0, 2)).silence(TEST_TIMEFRAME_S);
    scenario.candles(...GREEN_RUN.slice(1), BREAKING_CANDLE);
    expect(only(scenario)?.length).toBe(2);
  });

  it('does not become a sequence if the breaking candle comes after a gap', () => {
    expect(
      new Scenario({})
        .candles(...GREEN_RUN)
        .silence(TEST_TIMEFRAME_S)
        .candles(BREAKING_CANDLE).seen.sequences,
    ).toEqual([]);
  });

  it('is dropped by a neutral candle under the policy "break"', () => {
    expect(new Scenario({}).candles(...CALM_CANDLES, ...GREEN_RUN, NEUTRAL, BREAKING_CANDLE).seen.sequences).toEqual(
      [],
    );
  });

  it('skips a neutral candle under the policy "skip", but includes it in the price range and the extreme', () => {
    const scenario = new Scenario({ patterns: { dojiPolicy: 'skip' } }).candles(
      ...CALM_CANDLES,
      ...GREEN_RUN,
      [102.25, 102.75, 102, 102.25],
      BREAKING_CANDLE,
    );
    expect(only(scenario)).toMatchObject({ length: 3, priceRange: { high: 102.75, low: 99.875 } });
    expect(only(scenario)?.endTime).toBe(scenario.time - 2 * TEST_TIMEFRAME_S);
    expect(scenario.seen.zones[0]?.extreme).toBe(102.75);
  });

  it('is not opened by a neutral candle', () => {
    const scenario = new Scenario({ patterns: { dojiPolicy: 'skip' } }).candles(NEUTRAL, ...GREEN_RUN, BREAKING_CANDLE);
    expect(only(scenario)?.startTime).toBe(scenario.time - 4 * TEST_TIMEFRAME_S);
  });
});

describe('the criteria of a sequence', () => {
  const judged = (patterns: object, candles: readonly Ohlc[] = [...CALM_CANDLES, ...GREEN_RUN, BREAKING_CANDLE]) =>
    only(new Scenario({ patterns }).candles(...candles))?.validationResults;

  it('hold at the bounds of their parameters, and fail just beyond them', () => {
    expect(judged({ minLength: 3, maxLength: 3 })?.length).toBe(true);
    expect(judged({ minLength: 4 })?.length).toBe(false);
    expect(judged({ minLength: 2, maxLength: 2 })?.length).toBe(false);
    expect(judged({ minStrong: 3 })?.strength).toBe(true);
    expect(judged({ minStrong: 4 })?.strength).toBe(false);
    expect(judged({ minRangeAtr: 2.5 })?.displacement).toBe(true);
    expect(judged({ minRangeAtr: 2.500001 })?.displacement).toBe(false);
    expect(judged({ minEfficiency: 0.75 })?.efficiency).toBe(true);
    expect(judged({ minEfficiency: 0.750001 })?.efficiency).toBe(false);
    // The last green body is 0.75, and the breaking candle retraces 0.5.
    expect(judged({ breakRatio: 2 / 3 })?.break).toBe(true);
    expect(judged({ breakRatio: 0.67 })?.break).toBe(false);
  });

  it('count a candle as strong at both bounds, but not beyond them', () => {
    expect(judged({ strongBodyRatio: 0.75, strongBodyAtr: 0.75, minStrong: 3 })?.strength).toBe(true);
    expect(judged({ strongBodyRatio: 0.750001, minStrong: 1 })?.strength).toBe(false);
    expect(judged({ strongBodyAtr: 0.750001, minStrong: 1 })?.strength).toBe(false);
  });

  it('fail until the ATR is defined if they need the ATR', () => {
    const early = judged({ minRangeAtr: 0, strongBodyAtr: 0, minStrong: 1 }, [...GREEN_RUN, BREAKING_CANDLE]);
    expect(early).toMatchObject({ displacement: false, strength: false, length: true });
  });

  it('make a sequence valid if the required number of them is met, in any combination', () => {
    const patterns = { minLength: 4, maxLength: 9 };
    const valid = (requiredCriteria: number) =>
      only(
        new Scenario({ patterns: { ...patterns, requiredCriteria } }).candles(
          ...CALM_CANDLES,
          ...GREEN_RUN,
          BREAKING_CANDLE,
        ),
      )?.isValid;
    expect([valid(5), valid(4)]).toEqual([false, true]);
  });

  it('treat a red run like a mirrored green run', () => {
    const scenario = new Scenario({}).candles(...mirrored([...CALM_CANDLES, ...GREEN_RUN, BREAKING_CANDLE]));
    expect(only(scenario)).toMatchObject({ color: 'red', isValid: true, strongCandles: 3 });
  });
});

describe('a sequence fold', () => {
  const CANDLES = [...CALM_CANDLES, ...GREEN_RUN, BREAKING_CANDLE, ...GREEN_RUN, BREAKING_CANDLE];
  const newFold = () => new SequenceFold(TEST_TIMEFRAME_S, setupOf({}).patterns);
  const push = (fold: SequenceFold, from: number, to: number): SequenceFold => {
    CANDLES.slice(from, to).forEach(([open, high, low, close], index) => {
      fold.push((from + index) * TEST_TIMEFRAME_S, open, high, low, close);
    });
    return fold;
  };
  const visible = (fold: SequenceFold) => {
    const { count, time, open, high, low, close, previousClose, atr } = fold;
    return { count, time, open, high, low, close, previousClose, atr, snapshot: fold.snapshot() };
  };

  it('continues after a restart between any two candles exactly as without a restart', () => {
    for (let cut = 0; cut <= CANDLES.length; cut += 1) {
      const before = push(newFold(), 0, cut);
      const restored = newFold();
      restored.restore(JSON.parse(JSON.stringify(before.snapshot())) as SequenceFoldSnapshot);
      expect(visible(restored), `cut at ${cut}`).toEqual(visible(before));
      const [continued, whole] = [push(restored, cut, CANDLES.length), push(newFold(), 0, CANDLES.length)];
      expect(visible(continued), `cut at ${cut}`).toEqual(visible(whole));
      if (cut < CANDLES.length) expect(continued.sequence()).toEqual(whole.sequence());
    }
  });

  it('has empty values in its snapshot before the first candle', () => {
    expect(newFold().snapshot()).toMatchObject({ count: 0, time: null, previousClose: null, candle: null, run: null });
  });

  it('reports no broken sequence before the first candle', () => {
    const { zonesExpired, brokeSequence, sequenceIsValid } = newFold();
    expect({ zonesExpired, brokeSequence, sequenceIsValid }).toEqual({
      zonesExpired: false,
      brokeSequence: false,
      sequenceIsValid: false,
    });
  });

  it('reports a long gap, which ends every zone, if the next candle opens more than an hour late', () => {
    const fold = push(newFold(), 0, 3);
    const nextTime = fold.time + TEST_TIMEFRAME_S;
    expect([fold.endsZones(nextTime), fold.endsZones(nextTime + GAP), fold.endsZones(nextTime + GAP + 1)]).toEqual([
      false,
      false,
      true,
    ]);
    fold.push(nextTime + GAP, ...BREAKING_CANDLE);
    expect(fold.zonesExpired).toBe(false);
    fold.push(fold.time + TEST_TIMEFRAME_S + GAP + 1, ...BREAKING_CANDLE);
    expect(fold.zonesExpired).toBe(true);
  });

  it('reports the breaking candle even if another fold has just reported a similar candle', () => {
    const breakingAt = (count: number, [open, high, low, close]: Ohlc) => {
      const fold = push(newFold(), 0, count);
      fold.push(count * TEST_TIMEFRAME_S, open, high, low, close);
      return fold.sequence().breakingCandle;
    };
    const [open, high, low, close] = BREAKING_CANDLE;
    const last = CANDLES.length - 1;
    const changes: readonly Ohlc[] = [
      [open - 0.125, high, low, close],
      [open, high + 1, low, close],
      [open, high, low - 1, close],
      [open, high, low, close - 0.125],
    ];
    for (const candle of changes.flatMap((change) => [BREAKING_CANDLE, change])) {
      const [o, h, l, c] = candle;
      expect(breakingAt(last, candle)).toEqual({ time: last * TEST_TIMEFRAME_S, open: o, high: h, low: l, close: c });
    }
    const first = CALM_CANDLES.length + GREEN_RUN.length;
    expect([breakingAt(last, BREAKING_CANDLE).time, breakingAt(first, BREAKING_CANDLE).time]).toEqual([
      last * TEST_TIMEFRAME_S,
      first * TEST_TIMEFRAME_S,
    ]);
  });
});
