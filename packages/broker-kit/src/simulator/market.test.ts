import { candleAt, candlesFromTicks } from '@vigia/core/candles';
import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { SimulatedMarket } from './market.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 10, 18, 13, 20, 7);

/** Returns the same candles, computed from every tick of the span. */
function fromTicks(market: SimulatedMarket, symbol: string, sizeS: number, fromMs: number, toMs: number) {
  const sizeMs = sizeS * 1_000;
  const ticks = market.ticks(symbol, Math.ceil(fromMs / sizeMs) * sizeMs, Math.ceil(toMs / sizeMs) * sizeMs);
  const { candles, forming } = candlesFromTicks(ticks, sizeS);
  return [...Array.from({ length: candles.length }, (_, row) => candleAt(candles, row)), ...(forming ? [forming] : [])];
}

describe('candles of the simulated market', () => {
  const spans = [60, 300, 900, 3_600, 14_400, 5].flatMap((sizeS) =>
    [
      [-5 * HOUR_MS, 0],
      [-5 * HOUR_MS - 123_456, -HOUR_MS + 7_000],
      [-40 * 60_000, HOUR_MS],
      [-10_000, 10_000],
    ].map(([from, to]) => ({ sizeS, fromMs: START_MS + (from ?? 0), toMs: START_MS + (to ?? 0) })),
  );

  it.each(spans)(
    'equal the candles of the ticks, for $sizeS s, at the first request and later',
    ({ sizeS, fromMs, toMs }) => {
      const clock = new ManualClock(START_MS);
      const market = new SimulatedMarket(clock, 11, ['EURUSD', 'EURUSD-OTC']);
      for (let request = 0; request < 3; request++) {
        for (const symbol of ['EURUSD', 'EURUSD-OTC'])
          expect(market.candles(symbol, sizeS, fromMs, toMs)).toEqual(fromTicks(market, symbol, sizeS, fromMs, toMs));
        clock.advance(41 * 60_000);
      }
    },
  );

  it('differ between seeds', () => {
    const [first, second] = [11, 12].map((seed) =>
      new SimulatedMarket(new ManualClock(START_MS), seed, ['EURUSD']).candles(
        'EURUSD',
        60,
        START_MS - HOUR_MS,
        START_MS,
      ),
    );
    expect(first).toHaveLength(60);
    expect(first).not.toEqual(second);
  });

  it('do not move after the price was frozen', () => {
    const clock = new ManualClock(START_MS);
    const market = new SimulatedMarket(clock, 11, ['EURUSD']);
    market.freeze('EURUSD');
    clock.advance(3 * HOUR_MS);
    const after = market.candles('EURUSD', 60, START_MS + 60_000, START_MS + 121 * 60_000);
    expect(after).toHaveLength(120);
    expect(new Set(after.flatMap(({ high, low }) => [high, low])).size).toBe(1);
  });

  it('cover at most the last 31 days of the requested span', () => {
    const market = new SimulatedMarket(new ManualClock(START_MS), 11, ['EURUSD']);
    const candles = market.candles('EURUSD', 14_400, START_MS - 60 * 24 * HOUR_MS, START_MS);
    expect(START_MS - (candles[0]?.time ?? 0) * 1_000).toBeLessThan(31 * 24 * HOUR_MS + 14_400_000);
    expect(candles.length).toBeGreaterThan(31 * 6 - 2);
  });
});
