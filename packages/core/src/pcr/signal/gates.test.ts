import { describe, expect, it } from 'vitest';
import { type Ohlc, Scenario, SUPPLY_ZONE, TEST_TIMEFRAME_S } from '../testing.ts';

const TOUCH: Ohlc = [101.75, 102.25, 101.5, 102];
const ends = (scenario: Scenario) => scenario.seen.ends.map(({ end }) => end);
const refusals = (scenario: Scenario) => scenario.seen.rejected.map(({ refusal }) => refusal);

/** Returns the candles shifted by a price difference. */
const shifted = (candles: readonly Ohlc[], by: number): Ohlc[] =>
  candles.map(([open, high, low, close]) => [open + by, high + by, low + by, close + by]);

/**
 * Returns a scenario with two live supply zones: the newer at 101.25 with its extreme at 101.5, the older at 102.25.
 */
const twoSupplyZones = (input: object = {}): Scenario => {
  const zone = { maxEntryAtr: null, ...input };
  return new Scenario({ patterns: { zone } })
    .candles(...SUPPLY_ZONE, [101.75, 101.875, 98.875, 99])
    .candles(...shifted(SUPPLY_ZONE.slice(-4), -1));
};

describe('the late gate', () => {
  // The close is 1.5 below the level at an ATR of (13 + 1.75) / 14.
  const dropping: Ohlc = [101.75, 102.25, 100.5, 100.75];
  const atr = (13 + 1.75) / 14;
  const withLimit = (maxEntryAtr: number | null) =>
    new Scenario({ patterns: { zone: { maxEntryAtr } } }).candles(...SUPPLY_ZONE, dropping);

  it('passes a close exactly at the allowed distance from the level', () => {
    expect(withLimit(1.5 / atr).seen.signals).toHaveLength(1);
  });

  it('rejects a close too far from the entry level, and the zone keeps its remaining signals', () => {
    const scenario = withLimit(1);
    expect(scenario.seen.signals).toEqual([]);
    expect(refusals(scenario)).toEqual([{ gate: 'late', value: 1.5, limit: atr }]);
    expect(ends(scenario)).toEqual([]);
  });

  it('passes only a close at the level with a limit of 0, and passes any close without a limit', () => {
    expect(withLimit(0).seen.signals).toEqual([]);
    expect(withLimit(null).seen.signals).toHaveLength(1);
    const atLevel = new Scenario({ patterns: { zone: { maxEntryAtr: 0 } } });
    expect(atLevel.candles(...SUPPLY_ZONE, [101.75, 102.25, 101.5, 102.25]).seen.signals).toHaveLength(1);
  });
});

describe('the filter gate', () => {
  it('reports the first failed filter and all filter results, and the zone keeps its remaining signals', () => {
    const filters = [
      { filter: 'trend', period: 2, side: 'with' },
      { filter: 'rsi', period: 500 },
      { filter: 'hours', from: '00:00', to: '23:59' },
    ];
    const scenario = new Scenario({ filters }).candles(...SUPPLY_ZONE, TOUCH);
    expect(refusals(scenario)).toMatchObject([
      { gate: 'filters', value: 102, filterResults: [{ passed: false }, { value: null, limit: 60 }, { passed: true }] },
    ]);
    expect(ends(scenario)).toEqual([]);
  });
});

describe('the conflict gate', () => {
  it('rejects both of two opposite candidates, and their zones keep their remaining signals', () => {
    const scenario = new Scenario({ patterns: { zone: { maxEntryAtr: null } } }).candles(
      ...SUPPLY_ZONE,
      [101.75, 101.875, 100.875, 101],
      [101, 101.125, 100.125, 100.25],
      [100.25, 101, 100, 100.75],
      [100.75, 102.25, 100.25, 101],
    );
    expect(scenario.seen.zones.map(({ kind }) => kind)).toEqual(['supply', 'demand']);
    expect(scenario.seen.signals).toEqual([]);
    expect(refusals(scenario)).toMatchObject([
      { gate: 'conflict', value: 1, limit: 0 },
      { gate: 'conflict', value: 1, limit: 0 },
    ]);
    expect(ends(scenario)).toEqual([]);
  });
});

describe('the gate of one signal per candle', () => {
  it('publishes the signal of the newer of two zones, and uses up a signal of both zones', () => {
    const scenario = twoSupplyZones().candles([100.75, 102.25, 100.5, 101]);
    const [older, newer] = scenario.seen.zones;
    expect(scenario.seen.signals.map(({ zone }) => zone)).toEqual([newer]);
    expect(scenario.seen.rejected).toMatchObject([
      { zone: older, refusal: { gate: 'one_a_candle', value: 2, limit: 1 } },
    ]);
    expect(scenario.seen.ends.map(({ zone, end }) => [zone, end])).toEqual([
      [older, 'spent'],
      [newer, 'spent'],
    ]);
  });

  it('keeps a zone live while it has signals left', () => {
    const scenario = twoSupplyZones({ maxSignalsPerZone: 2 }).candles([100.75, 102.25, 100.5, 101]);
    expect(scenario.detector.liveZones).toHaveLength(2);
  });

  it('prefers a zone that was just created to an older zone that the breaking candle touched', () => {
    const scenario = new Scenario({
      entryPoints: ['zona_fina', 'ruptura'],
      patterns: { zone: { maxSignalsPerZone: 2 } },
    });
    scenario.candles(...SUPPLY_ZONE, [101.75, 101.875, 98.875, 99], ...shifted(SUPPLY_ZONE.slice(-4), -0.25));
    expect(scenario.seen.signals.map(({ entryPoint }) => entryPoint)).toEqual(['ruptura', 'ruptura']);
    expect(refusals(scenario)).toMatchObject([{ gate: 'one_a_candle' }]);
    expect(ends(scenario)).toEqual(['spent']);
  });
});

describe('a published signal', () => {
  it('enters at the close of its candle and is immutable', () => {
    const scenario = new Scenario({ expiry: 7 }).candles(...SUPPLY_ZONE, TOUCH);
    const [signal] = scenario.seen.signals;
    expect(signal).toMatchObject({
      direction: 'PUT',
      entryPoint: 'zona_fina',
      entryPrice: 102,
      entryTime: scenario.time * 1_000,
      expirationTime: (scenario.time + 420) * 1_000,
      confidence: 0.5,
      pattern: 'verde·3',
      filterResults: [],
    });
    expect(Object.isFrozen(signal)).toBe(true);
    expect(Object.isFrozen(signal?.filterResults)).toBe(true);
  });

  it('has a confidence from all outcomes decided up to its entry, except ties and voids', () => {
    const confidenceAfter = (settlePrice: number) => {
      const rules = { expiry: 5, patterns: { zone: { maxSignalsPerZone: 2 } } };
      const scenario = new Scenario(rules, { baseStepSeconds: TEST_TIMEFRAME_S });
      const feed = (...candles: Ohlc[]) => {
        for (const candle of candles) {
          scenario.detector.pushBase(scenario.time, candle[3]);
          scenario.candles(candle);
        }
      };
      feed(...SUPPLY_ZONE, TOUCH, [102, 102.25, 101, settlePrice]);
      return scenario.seen.signals[1]?.confidence;
    };
    expect(confidenceAfter(101.5)).toBe(11 / 21);
    expect(confidenceAfter(102.125)).toBe(10 / 21);
    expect(confidenceAfter(102)).toBe(0.5);
  });

  it('includes an outcome due at its entry in its confidence, even if the previous base candle is missing', () => {
    const scenario = new Scenario({ patterns: { zone: { maxSignalsPerZone: 2 } } }).candles(...SUPPLY_ZONE, TOUCH);
    scenario.detector.pushBase(scenario.time + 180, 101.5);
    scenario.candles([102, 102.25, 101, 101.5]);
    expect(scenario.seen.signals[1]?.confidence).toBe(11 / 21);
  });
});
