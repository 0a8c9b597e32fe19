import { describe, expect, it } from 'vitest';
import { type Candle, CandleAggregator } from './index.ts';

const minute = (time: number, price: number): Candle => ({
  time,
  open: price,
  high: price + 2,
  low: price - 2,
  close: price + 1,
});

function aggregatorWith(...minutes: readonly number[]): CandleAggregator {
  const aggregator = new CandleAggregator(300, 60);
  for (const time of minutes) aggregator.push(minute(time, 10 + time / 60));
  return aggregator;
}

describe('CandleAggregator', () => {
  it('closes a bucket with its last base candle', () => {
    const aggregator = aggregatorWith(0, 60, 120, 180);
    expect(aggregator.forming).toEqual({ time: 0, open: 10, high: 15, low: 8, close: 14 });
    expect(aggregator.push(minute(240, 9))).toEqual([{ time: 0, open: 10, high: 15, low: 7, close: 10 }]);
    expect(aggregator.forming).toBeNull();
  });

  it('closes a bucket with the first base candle of a later bucket, if the last base candle of the bucket is missing', () => {
    const aggregator = aggregatorWith(60, 120);
    expect(aggregator.push(minute(300, 9)).map(({ time }) => time)).toEqual([0]);
    expect(aggregator.forming?.time).toBe(300);
  });

  it('returns two candles when one base candle closes two buckets', () => {
    const aggregator = aggregatorWith(60);
    expect(aggregator.push(minute(540, 9)).map(({ time }) => time)).toEqual([0, 300]);
  });

  it('closes a bucket once all candles up to its end are known, but not before', () => {
    const aggregator = aggregatorWith(0, 60);
    expect(aggregator.closeThrough(299_999)).toBeNull();
    expect(aggregator.closeThrough(300_000)?.time).toBe(0);
    expect(aggregator.closeThrough(300_000)).toBeNull();
  });

  it('ignores base candles that repeat, go back in time or belong to a closed bucket, and counts them as late', () => {
    const aggregator = aggregatorWith(0, 60);
    expect(aggregator.push(minute(60, 99))).toEqual([]);
    expect(aggregator.push(minute(0, 99))).toEqual([]);
    aggregator.closeThrough(300_000);
    expect(aggregator.push(minute(240, 99))).toEqual([]);
    expect(aggregator).toMatchObject({ late: 3, forming: null });
  });

  it('continues as without a restart, if it is restored from a JSON snapshot', () => {
    const original = aggregatorWith(0, 60);
    const restored = new CandleAggregator(300, 60);
    restored.restore(JSON.parse(JSON.stringify(original.snapshot())));
    expect(restored.push(minute(60, 1))).toEqual([]);
    expect(restored.push(minute(240, 9))).toEqual(original.push(minute(240, 9)));
    expect(restored.late).toBe(1);
  });

  it('takes the lowest low, the highest high and the last close of its base candles', () => {
    const aggregator = new CandleAggregator(180, 60);
    aggregator.push({ time: 0, open: 5, high: 6, low: 4, close: 5 });
    aggregator.push({ time: 60, open: 5, high: 9, low: 2, close: 3 });
    expect(aggregator.push({ time: 120, open: 3, high: 5, low: 3, close: 4 })).toEqual([
      { time: 0, open: 5, high: 9, low: 2, close: 4 },
    ]);
  });

  it('has its whole state in its snapshot', () => {
    const aggregator = aggregatorWith(0, 60, 60);
    const forming = { time: 0, open: 10, high: 13, low: 8, close: 12 };
    expect(aggregator.snapshot()).toEqual({ forming, closedThrough: 120, late: 1 });
    aggregator.closeThrough(300_000);
    expect(aggregator.snapshot()).toEqual({ forming: null, closedThrough: 300, late: 1 });
  });

  it('refuses a timeframe that is not a multiple of the base step', () => {
    expect(() => new CandleAggregator(90, 60)).toThrow('90 s is not a multiple of the base step, 60 s');
  });

  it.each([
    [0, 60],
    [1.5, 60],
    [60, 0],
    [60, -60],
    [60, NaN],
  ])(
    'refuses a timeframe of %d s over a base of %d s, because both must be whole seconds above zero',
    (timeframe, base) => {
      expect(() => new CandleAggregator(timeframe, base)).toThrow(/^a timeframe is an integer ≥ 1 s, got /);
    },
  );
});
