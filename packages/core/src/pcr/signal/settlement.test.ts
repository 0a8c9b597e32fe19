import { describe, expect, it } from 'vitest';
import { columnsOf } from '#candles/index.ts';
import { replayCandles } from '../replay/replay.ts';
import { nothingObserved, type Ohlc, Scenario, START, SUPPLY_ZONE, setupOf, TEST_TIMEFRAME_S } from '../testing.ts';

const TOUCH: Ohlc = [101.75, 102.25, 101.5, 102];
/** Time of entry, epoch seconds, of the PUT at 102 that all these scenarios publish. */
const ENTRY = START + (SUPPLY_ZONE.length + 1) * TEST_TIMEFRAME_S;

const published = (expiry = 5, input: object = {}) =>
  new Scenario({ expiry, ...input }, { baseStepSeconds: 60 }).candles(...SUPPLY_ZONE, TOUCH);

const outcomes = (scenario: Scenario) =>
  scenario.seen.settlements.map(({ outcome, settlePrice }) => [outcome, settlePrice]);

describe('a signal settled against base candles', () => {
  /**
   * Returns a scenario after base candles that end the given number of seconds after the entry, with the given closes.
   */
  const withBase = (expiry: number, ...bases: readonly [endAfterEntry: number, close: number][]) => {
    const scenario = published(expiry);
    for (const [end, close] of bases) scenario.detector.pushBase(ENTRY + end - 60, close);
    return scenario;
  };

  it('is won below the entry price, lost above it and tied at this price, for a PUT', () => {
    expect(outcomes(withBase(5, [300, 101.9]))).toEqual([['won', 101.9]]);
    expect(outcomes(withBase(5, [300, 102.1]))).toEqual([['lost', 102.1]]);
    expect(outcomes(withBase(5, [300, 102]))).toEqual([['tie', 102]]);
  });

  it('is decided by the last candle that ends at or before expiration, once a later candle has arrived', () => {
    const scenario = withBase(5, [240, 101.9]);
    expect(outcomes(scenario)).toEqual([]);
    scenario.detector.pushBase(ENTRY + 300, 103);
    expect(outcomes(scenario)).toEqual([['won', 101.9]]);
  });

  it('is void when the last candle ends at or before the entry, and reports the price of this candle', () => {
    expect(outcomes(withBase(3, [0, 102.5], [360, 103]))).toEqual([['void', 102.5]]);
    expect(outcomes(withBase(3, [0, 102.5], [60, 103], [360, 103]))).toEqual([['lost', 103]]);
  });

  it('is void when the last candle ends five or more steps before expiration', () => {
    expect(outcomes(withBase(15, [600, 101], [960, 103]))).toEqual([['void', 101]]);
    expect(outcomes(withBase(15, [660, 101], [960, 103]))).toEqual([['won', 101]]);
  });

  it('stays pending if its expiration is after the end of the data', () => {
    const scenario = withBase(5, [240, 101]);
    expect(scenario.detector.pendingSignals).toEqual(scenario.seen.signals);
    expect(outcomes(scenario)).toEqual([]);
  });

  it('is won above the entry price, for a CALL', () => {
    const upsideDown = ([open, high, low, close]: Ohlc): Ohlc => [200 - open, 200 - low, 200 - high, 200 - close];
    const scenario = new Scenario({}).candles(...[...SUPPLY_ZONE, TOUCH].map(upsideDown));
    scenario.detector.pushBase(ENTRY + 240, 98.5);
    expect(outcomes(scenario)).toEqual([['won', 98.5]]);
  });
});

describe('a signal settled against ticks', () => {
  it('is decided exactly at its second if the expiry is in seconds', () => {
    const scenario = published(1, { expiry: null, expiry_seconds: 15 });
    const entryMs = scenario.time * 1_000;
    expect(scenario.seen.signals[0]?.expirationTime).toBe(entryMs + 15_000);
    scenario.detector.pushTick(entryMs + 14_900, 102.25 - 1);
    scenario.detector.pushTick(entryMs + 15_000, 102.25 + 5);
    expect(scenario.seen.settlements).toMatchObject([{ outcome: 'won', settlePrice: 101.25 }]);
  });

  it('is void if the expiry is in ticks, which only a broker counts', () => {
    const scenario = published(1, { expiry: null, expiry_ticks: 5 });
    const entryMs = scenario.time * 1_000;
    expect(scenario.seen.signals).toMatchObject([{ inTicks: true, expirationTime: entryMs + 12_000 }]);
    for (const afterMs of [1_000, 11_000, 12_000]) scenario.detector.pushTick(entryMs + afterMs, 90);
    expect(scenario.seen.settlements).toMatchObject([{ outcome: 'void' }]);
  });

  const withTicks = (expiry: number, ...ticks: readonly [msAfterEntry: number, price: number][]) => {
    const scenario = published(expiry);
    for (const [ms, price] of ticks) scenario.detector.pushTick(ENTRY * 1_000 + ms, price);
    return scenario;
  };

  it('is decided by the last tick before expiration when a tick at or after expiration arrives', () => {
    const scenario = withTicks(1, [59_999, 101], [60_000, 103]);
    expect(outcomes(scenario)).toEqual([['won', 101]]);
  });

  it('is void when the last tick is a minute old at expiration', () => {
    expect(outcomes(withTicks(5, [240_000, 101], [300_000, 101]))).toEqual([['void', 101]]);
    expect(outcomes(withTicks(5, [240_001, 101], [300_000, 101]))).toEqual([['won', 101]]);
  });

  it('is void if no tick comes at or after the entry; a tick exactly at the entry is sufficient', () => {
    expect(outcomes(withTicks(1, [60_000, 101]))[0]?.[0]).toBe('void');
    expect(outcomes(withTicks(1, [1, 101], [60_000, 101]))).toEqual([['won', 101]]);
  });

  it('is decided by the clock a second after expiration, and does not change with a later tick', () => {
    const scenario = withTicks(1, [59_000, 101]);
    scenario.detector.advanceClock(ENTRY * 1_000 + 60_999);
    expect(outcomes(scenario)).toEqual([]);
    scenario.detector.advanceClock(ENTRY * 1_000 + 61_000);
    scenario.detector.pushTick(ENTRY * 1_000 + 59_500, 103);
    scenario.detector.pushTick(ENTRY * 1_000 + 62_000, 103);
    expect(outcomes(scenario)).toEqual([['won', 101]]);
  });
});

describe('a replay of candles', () => {
  const base = (stepSeconds: number, candles: readonly Ohlc[]) =>
    columnsOf(
      candles.map(([open, high, low, close], row) => ({ time: START + row * stepSeconds, open, high, low, close })),
    );

  it('is refused for an expiry that is not a multiple of the base step', () => {
    const replayed = replayCandles(base(TEST_TIMEFRAME_S, SUPPLY_ZONE), setupOf({ expiry: 7 }), { listener: {} });
    expect(replayed).toEqual({
      ok: false,
      error: { reason: 'expiry_not_multiple', expirySeconds: 420, baseStepSeconds: 300 },
    });
  });

  it('is refused for the trigger "touch", which needs ticks', () => {
    const replayed = replayCandles(base(TEST_TIMEFRAME_S, SUPPLY_ZONE), setupOf({ trigger: 'touch' }), {
      listener: {},
    });
    expect(replayed).toEqual({ ok: false, error: { reason: 'touch_needs_ticks' } });
  });

  it('reads a single row as one candle of the timeframe', () => {
    const replayed = replayCandles(base(TEST_TIMEFRAME_S, [TOUCH]), setupOf({ expiry: 10 }), { listener: {} });
    expect(replayed).toMatchObject({ ok: true, value: { candles: 1, firstTime: START, lastTime: START } });
  });

  it('leaves a signal pending if its expiration is after the last candle', () => {
    const seen = nothingObserved();
    const listener = { onSignal: (signal: (typeof seen.signals)[number]) => void seen.signals.push(signal) };
    const replayed = replayCandles(base(TEST_TIMEFRAME_S, [...SUPPLY_ZONE, TOUCH]), setupOf({}), { listener });
    expect(seen.signals).toHaveLength(1);
    expect(replayed).toMatchObject({ ok: true, value: { pendingSignals: seen.signals } });
  });
});
