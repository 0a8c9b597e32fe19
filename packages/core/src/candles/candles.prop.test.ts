import { CaseTally, propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  at,
  type Candle,
  CandleAggregator,
  CandleBuilder,
  type CandleColumns,
  candleAt,
  candlesFromTicks,
  type ResampledCandles,
  resample,
} from './index.ts';

const SEEDED = { numRuns: propertyRuns(300) };

const tickColumns = fc
  .array(
    fc.record({
      waitMs: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 900_000 })),
      price: fc.integer({ min: 90, max: 110 }),
    }),
    { maxLength: 300 },
  )
  .map((ticks) => {
    let timeMs = 1_399_266_003_074;
    const times = ticks.map(({ waitMs }) => {
      timeMs += waitMs;
      return timeMs;
    });
    return {
      length: ticks.length,
      timeMs: Float64Array.from(times),
      price: Float64Array.from(ticks, ({ price }) => price),
    };
  });

const rows = (columns: CandleColumns): Candle[] =>
  Array.from({ length: columns.length }, (_, row) => candleAt(columns, row));
const everything = ({ candles, forming }: ResampledCandles): Candle[] =>
  forming ? [...rows(candles), forming] : rows(candles);

describe('candles built from random ticks', () => {
  it('include long and short series, with and without empty minutes', () => {
    const reached = new CaseTally();
    for (const ticks of fc.sample(tickColumns, propertyRuns(300))) {
      const { candles } = candlesFromTicks(ticks, 60);
      reached.add(candles.length < 100 ? 'up to 100 candles' : 'more candles');
      if (rows(candles).some(({ time }, row) => row > 0 && time > at(candles.time, row - 1) + 60)) reached.add('a gap');
    }
    expect(reached.below(propertyRuns(50), ['up to 100 candles', 'more candles', 'a gap'])).toEqual([]);
  });

  it('have open and close between high and low, and ascending times that are aligned to the timeframe', () => {
    fc.assert(
      fc.property(tickColumns, (ticks) => {
        const candles = everything(candlesFromTicks(ticks, 60));
        candles.forEach(({ time, open, high, low, close }, index) => {
          expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
          expect(low).toBeLessThanOrEqual(Math.min(open, close));
          expect(time % 60).toBe(0);
          expect(time).toBeGreaterThan(candles[index - 1]?.time ?? 0);
        });
      }),
      SEEDED,
    );
  });

  it('are the same if built live with restarts at any tick, and if built from the whole file', () => {
    fc.assert(
      fc.property(tickColumns, fc.nat(300), (ticks, restartAt) => {
        let builder = new CandleBuilder(60);
        const closed: Candle[] = [];
        for (let i = 0; i < ticks.length; i += 1) {
          if (i === restartAt) {
            const restarted = new CandleBuilder(60);
            restarted.restore(builder.snapshot());
            builder = restarted;
          }
          const candle = builder.push(at(ticks.timeMs, i), at(ticks.price, i));
          if (candle) closed.push(candle);
        }
        const whole = candlesFromTicks(ticks, 60);
        expect(closed).toEqual(rows(whole.candles));
        expect(builder.forming).toEqual(whole.forming);
        expect(builder.late).toBe(0);
      }),
      SEEDED,
    );
  });

  it('are the same if 15-minute candles are built directly from 1-minute candles or through 5-minute candles', () => {
    fc.assert(
      fc.property(tickColumns, (ticks) => {
        const base = candlesFromTicks(ticks, 60).candles;
        const direct = resample(base, 900, 60);
        const viaFive = resample(resample(base, 300, 60).candles, 900, 300);
        const closedBoth = Math.min(direct.candles.length, viaFive.candles.length);
        expect(rows(viaFive.candles).slice(0, closedBoth)).toEqual(rows(direct.candles).slice(0, closedBoth));
        expect(direct.candles.length - closedBoth).toBeLessThanOrEqual(1);
        expect(everything(resample(base, 60, 60))).toEqual(rows(base));
      }),
      SEEDED,
    );
  });

  it('give the same longer candles if they are aggregated live, and if the whole file is resampled', () => {
    fc.assert(
      fc.property(tickColumns, (ticks) => {
        const base = candlesFromTicks(ticks, 60).candles;
        const aggregator = new CandleAggregator(300, 60);
        const closed = rows(base).flatMap((candle) => aggregator.push(candle));
        const whole = resample(base, 300, 60);
        expect(closed).toEqual(rows(whole.candles));
        expect(aggregator.forming).toEqual(whole.forming);
      }),
      SEEDED,
    );
  });
});
