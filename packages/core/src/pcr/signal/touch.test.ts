import { describe, expect, it } from 'vitest';
import { type Ohlc, Scenario, SUPPLY_ZONE, TEST_TIMEFRAME_S } from '../testing.ts';

const CALM_CANDLE: Ohlc = [101.75, 101.875, 101.5, 101.75];
const touch = (input: object = {}) => new Scenario({ trigger: 'touch', ...input }).candles(...SUPPLY_ZONE);
const labels = (scenario: Scenario) => scenario.seen.signals.map(({ entryPoint }) => entryPoint);

describe('a setup with the trigger "touch"', () => {
  it('enters at the price and time of the tick that reaches an active level', () => {
    const scenario = touch();
    scenario.detector.pushTick(scenario.time * 1_000 + 1_234, 102.2);
    expect(labels(scenario)).toEqual([]);
    scenario.detector.pushTick(scenario.time * 1_000 + 2_345, 102.25);
    expect(scenario.seen.signals).toMatchObject([
      {
        entryPoint: 'zona_fina',
        entryPrice: 102.25,
        entryTime: scenario.time * 1_000 + 2_345,
        expirationTime: scenario.time * 1_000 + 302_345,
      },
    ]);
    expect(scenario.seen.ends).toMatchObject([{ end: 'spent', at: scenario.time + 2.345 }]);
  });

  it('creates no candidate from a closed candle', () => {
    expect(labels(touch().candles([101.75, 102.25, 101.5, 102]))).toEqual([]);
  });

  it('creates no candidate from a tick beyond the extreme of the zone, and the zone stays valid', () => {
    const scenario = touch().ticks([102.5625]);
    expect(labels(scenario)).toEqual([]);
    expect(scenario.detector.liveZones).toHaveLength(1);
    expect(labels(scenario.ticks([102.5], 1))).toEqual(['zona_fina']);
  });

  it('is never rejected as late, even if the last close lies far from the level', () => {
    expect(labels(touch({ patterns: { zone: { maxEntryAtr: 0 } } }).ticks([102.3]))).toEqual(['zona_fina']);
  });

  it('triggers at a level only once between two closes, even if the touch is rejected', () => {
    const filters = [{ filter: 'payout', min: 0.8 }];
    const scenario = new Scenario({ trigger: 'touch', filters }, { payoutRatio: 0.5 }).candles(...SUPPLY_ZONE);
    scenario.ticks([102.25, 102, 102.3]);
    expect(scenario.seen.rejected).toHaveLength(1);
    scenario.detector.setPayout(0.9);
    expect(labels(scenario.ticks([102.25], 10))).toEqual([]);
    expect(labels(scenario.candles(CALM_CANDLE).ticks([102.25]))).toEqual(['zona_fina']);
  });

  it('uses up every level that a tick reaches, and still triggers at a deeper level later', () => {
    const entryPoints = ['zona_ancha_fifty', 'zona_fina', 'zona_fina_fifty'];
    const filters = [{ filter: 'payout', min: 0.8 }];
    const scenario = new Scenario({ trigger: 'touch', filters, entryPoints }, { payoutRatio: null });
    scenario.candles(...SUPPLY_ZONE).ticks([102.25, 102.1, 102.375]);
    expect(scenario.seen.rejected.map(({ entryPoint }) => entryPoint)).toEqual(['zona_fina', 'zona_fina_fifty']);
  });

  it('publishes one signal per candle, even if the zone has more signals left', () => {
    const zone = { maxSignalsPerZone: 5 };
    const scenario = touch({ patterns: { zone }, entryPoints: ['zona_fina', 'zona_fina_fifty'] });
    expect(labels(scenario.ticks([102.25, 102.375]))).toEqual(['zona_fina']);
    expect(scenario.seen.rejected).toEqual([]);
    expect(labels(scenario.candles(CALM_CANDLE).ticks([102.375]))).toEqual(['zona_fina', 'zona_fina_fifty']);
  });

  it('does not trigger at a level that the last close had already reached', () => {
    const scenario = touch({ patterns: { zone: { maxSignalsPerZone: 5 } } }).candles([101.75, 102.3, 101.5, 102.25]);
    expect(labels(scenario.ticks([102.3]))).toEqual([]);
  });

  it('enters at the entry level `ruptura` (break) at the close of the breaking candle', () => {
    const scenario = touch({ entryPoints: ['ruptura', 'zona_fina'], patterns: { zone: { maxSignalsPerZone: 2 } } });
    expect(scenario.seen.signals).toMatchObject([{ entryPoint: 'ruptura', entryTime: scenario.time * 1_000 }]);
    expect(labels(scenario.ticks([102.25]))).toEqual(['ruptura', 'zona_fina']);
  });

  it('does not enter at `ruptura` if a tick of the breaking candle already led to an entry', () => {
    const scenario = touch({ entryPoints: ['ruptura', 'zona_fina'], patterns: { zone: { maxSignalsPerZone: 2 } } });
    const lower = ([open, high, low, close]: Ohlc): Ohlc => [open - 0.25, high - 0.25, low - 0.25, close - 0.25];
    const [first, second, third, breaking] = SUPPLY_ZONE.slice(-4).map(lower);
    if (!first || !second || !third || !breaking) throw new Error('the run has four candles');
    scenario.candles([101.75, 101.875, 98.875, 99], first, second, third).ticks([102.25]).candles(breaking);
    expect(labels(scenario)).toEqual(['ruptura', 'zona_fina']);
    expect(scenario.seen.rejected).toMatchObject([{ entryPoint: 'ruptura', refusal: { gate: 'one_a_candle' } }]);
  });

  it('treats an old zone as expired before it handles the first tick after a long pause', () => {
    const scenario = touch();
    scenario.silence(3_600 + TEST_TIMEFRAME_S);
    expect(labels(scenario.ticks([102.25]))).toEqual([]);
    expect(scenario.seen.ends).toMatchObject([{ end: 'expired', at: scenario.time }]);
  });

  it('ignores a tick that belongs to a closed candle', () => {
    const scenario = touch();
    scenario.detector.pushTick(scenario.time * 1_000 - 1, 102.25);
    expect(labels(scenario)).toEqual([]);
  });

  it('has a void signal if no tick comes after the tick of its entry', () => {
    const outcome = (afterMs: number) => {
      const scenario = touch({ expiry: 1 }).ticks([102.25]);
      const entryMs = scenario.time * 1_000;
      scenario.detector.pushTick(entryMs + afterMs, 102);
      scenario.detector.pushTick(entryMs + 60_000, 102);
      return scenario.seen.settlements.map((settlement) => settlement.outcome);
    };
    expect(outcome(0)).toEqual(['void']);
    expect(outcome(1)).toEqual(['won']);
  });
});
