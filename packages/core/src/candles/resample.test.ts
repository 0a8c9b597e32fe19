import { describe, expect, it } from 'vitest';
import { baseStep, type Candle, candleAt, candlesFromTicks, checkAlignment, columnsOf, resample } from './index.ts';

const minute = (time: number): Candle => ({ time, open: 5, high: 5 + time / 60, low: 4, close: 5 });
const minutes = (...times: readonly number[]) => columnsOf(times.map(minute));
const times = (columns: { readonly length: number; readonly time: Float64Array }) => [...columns.time];

describe('resample', () => {
  it('gives a longer candle the first open, the highest high, the lowest low and the last close', () => {
    const base = columnsOf([
      { time: 0, open: 5, high: 7, low: 4, close: 6 },
      { time: 60, open: 6, high: 9, low: 5, close: 8 },
      { time: 240, open: 8, high: 8, low: 2, close: 3 },
    ]);
    const { candles, forming } = resample(base, 300, 60);
    expect(candleAt(candles, 0)).toEqual({ time: 0, open: 5, high: 9, low: 2, close: 3 });
    expect(candles).toHaveLength(1);
    expect(forming).toBeNull();
  });

  it('keeps the first bucket even if its first candle is missing, and creates no candle for an empty bucket', () => {
    expect(times(resample(minutes(120, 900, 1_140), 300, 60).candles)).toEqual([0, 900]);
  });

  it('omits the last bucket as not closed unless its last base candle is present', () => {
    const { candles, forming } = resample(minutes(0, 300, 480), 300, 60);
    expect(times(candles)).toEqual([0]);
    expect(forming).toEqual({ time: 300, open: 5, high: 13, low: 4, close: 5 });
  });

  it('returns no candles for no candles', () => {
    expect(resample(minutes(), 300, 60)).toMatchObject({ candles: { length: 0 }, forming: null });
  });

  it('returns a single candle as closed if its timeframe equals the requested timeframe', () => {
    expect(times(resample(minutes(300), 300, 300).candles)).toEqual([300]);
  });
});

describe('candlesFromTicks', () => {
  it('never closes the last bucket of a file, because no later tick shows that it ended', () => {
    const ticks = { length: 3, timeMs: Float64Array.of(0, 59_999, 60_000), price: Float64Array.of(5, 3, 4) };
    const { candles, forming } = candlesFromTicks(ticks, 60);
    expect(candleAt(candles, 0)).toEqual({ time: 0, open: 5, high: 5, low: 3, close: 3 });
    expect(candles).toHaveLength(1);
    expect(forming).toEqual({ time: 60, open: 4, high: 4, low: 4, close: 4 });
  });

  it('builds as many candles as the file has minutes, each with its own prices', () => {
    const ticks = Array.from({ length: 12_000 }, (_, index) => {
      const bucket = Math.floor(index / 4);
      return { timeMs: bucket * 60_000 + (index % 4), price: 100 + bucket + ([1, 3, 0, 2][index % 4] ?? NaN) };
    });
    const { candles, forming } = candlesFromTicks(
      {
        length: ticks.length,
        timeMs: Float64Array.from(ticks, ({ timeMs }) => timeMs),
        price: Float64Array.from(ticks, ({ price }) => price),
      },
      60,
    );
    const expected = Array.from({ length: 3_000 }, (_, bucket) => {
      const base = 100 + bucket;
      return { time: 60 * bucket, open: base + 1, high: base + 3, low: base, close: base + 2 };
    });
    expect([...Array.from({ length: candles.length }, (_, row) => candleAt(candles, row)), forming]).toEqual(expected);
  });

  it('returns no candles for no ticks', () => {
    const none = { length: 0, timeMs: new Float64Array(0), price: new Float64Array(0) };
    expect(candlesFromTicks(none, 60)).toMatchObject({ candles: { length: 0 }, forming: null });
  });
});

describe('checkAlignment', () => {
  it('returns the smallest positive step between rows, and the timeframe if there is a single row', () => {
    expect(baseStep(minutes(0, 300, 360, 600))).toBe(60);
    expect(baseStep(minutes(300))).toBe(0);
    expect(checkAlignment(minutes(300), 300)).toEqual({ ok: true, value: { baseStepSeconds: 300 } });
  });

  it('names the line of a time that is not a multiple of the base step', () => {
    const error = { reason: 'misaligned', line: 2, time: 30, baseStepSeconds: 60 };
    expect(checkAlignment(minutes(30, 90, 150), 300)).toEqual({ ok: false, error });
    expect(checkAlignment(minutes(90), 60)).toMatchObject({ ok: false, error: { line: 2, time: 90 } });
  });

  it('ignores repeated times when it searches for the smallest step', () => {
    expect(baseStep(minutes(0, 0, 120, 180))).toBe(60);
  });

  it('allows gaps of whole steps', () => {
    expect(checkAlignment(minutes(0, 60, 240, 300, 960), 300)).toEqual({ ok: true, value: { baseStepSeconds: 60 } });
  });

  it('names a misaligned time in the middle of a file', () => {
    const error = { reason: 'misaligned', line: 5, time: 210, baseStepSeconds: 60 };
    expect(checkAlignment(minutes(0, 60, 120, 210, 270, 360), 300)).toEqual({ ok: false, error });
  });

  it('names the first line if several lines have the smallest step', () => {
    expect(checkAlignment(minutes(0, 60, 67, 74), 300)).toMatchObject({ error: { line: 4, baseStepSeconds: 7 } });
  });

  it('names the line whose step does not divide the timeframe', () => {
    const error = { reason: 'timeframe_not_multiple', line: 4, timeframeSeconds: 300, baseStepSeconds: 7 };
    expect(checkAlignment(minutes(0, 60, 67, 120), 300)).toEqual({ ok: false, error });
    expect(checkAlignment(minutes(0, 300), 60)).toMatchObject({ error: { reason: 'timeframe_not_multiple', line: 3 } });
  });
});
