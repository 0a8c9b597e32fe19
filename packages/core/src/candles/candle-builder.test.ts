import { describe, expect, it } from 'vitest';
import { CandleBuilder, type CandleBuilderState } from './index.ts';

const S = 1_000;

function builderWith(...ticks: readonly (readonly [timeMs: number, price: number])[]): CandleBuilder {
  const builder = new CandleBuilder(60);
  for (const [timeMs, price] of ticks) builder.push(timeMs, price);
  return builder;
}

describe('CandleBuilder', () => {
  it('updates the forming candle in place with every tick', () => {
    const builder = builderWith([61 * S, 5], [70 * S, 7], [80 * S, 4]);
    const seen = builder.forming;
    builder.push(119_999, 6);
    expect(seen).toEqual({ time: 60, open: 5, high: 7, low: 4, close: 4 });
    expect(builder.forming).toEqual({ time: 60, open: 5, high: 7, low: 4, close: 6 });
  });

  it('closes the candle with the first tick of a later bucket, and puts that tick in the next candle', () => {
    const builder = builderWith([0, 5], [59_999, 6]);
    expect(builder.push(60 * S, 9)).toEqual({ time: 0, open: 5, high: 6, low: 5, close: 6 });
    expect(builder.forming).toEqual({ time: 60, open: 9, high: 9, low: 9, close: 9 });
  });

  it('assigns a tick at the first instant of a candle to that candle', () => {
    const builder = builderWith([60 * S, 5]);
    expect(builder.push(60 * S, 7)).toBeNull();
    expect(builder.forming).toEqual({ time: 60, open: 5, high: 7, low: 5, close: 7 });
  });

  it('creates no candle for buckets without ticks', () => {
    const builder = builderWith([0, 5]);
    expect(builder.push(600 * S, 9)?.time).toBe(0);
    expect(builder.forming?.time).toBe(600);
  });

  it('closes a candle once all ticks up to its end are known, but not before', () => {
    const builder = builderWith([10 * S, 5]);
    expect(builder.closeThrough(59_999)).toBeNull();
    expect(builder.closeThrough(60 * S)).toEqual({ time: 0, open: 5, high: 5, low: 5, close: 5 });
    expect(builder.closeThrough(60 * S)).toBeNull();
    expect(builder.forming).toBeNull();
  });

  it('counts a tick for a closed bucket as late and changes no candle', () => {
    const builder = builderWith([10 * S, 5]);
    builder.closeThrough(60 * S);
    expect(builder.push(59_999, 9)).toBeNull();
    expect(builder).toMatchObject({ late: 1, forming: null });
    builder.push(65 * S, 6);
    expect(builder.push(59_999, 9)).toBeNull();
    expect(builder).toMatchObject({ late: 2, forming: { time: 60, open: 6, high: 6, low: 6, close: 6 } });
  });

  it('counts a tick for a bucket without a candle as late if a later bucket has started', () => {
    const builder = builderWith([10 * S, 5], [600 * S, 6]);
    expect(builder.push(300 * S, 9)).toBeNull();
    expect(builder).toMatchObject({ late: 1, forming: { time: 600, close: 6 } });
  });

  it.each([
    [NaN, 5],
    [Infinity, 5],
    [20 * S, NaN],
    [20 * S, Infinity],
    [20 * S, 0],
    [20 * S, -1],
  ])('ignores an invalid tick with time %s and price %s', (timeMs, price) => {
    const builder = builderWith([10 * S, 5]);
    const before = builder.snapshot();
    expect(builder.push(timeMs, price)).toBeNull();
    expect(builder.snapshot()).toEqual(before);
  });

  it('continues as without a restart, if it is restored from a JSON snapshot with closed buckets and late ticks', () => {
    const original = builderWith([10 * S, 5], [60 * S, 6], [10 * S, 7]);
    const restored = new CandleBuilder(60);
    const state: CandleBuilderState = JSON.parse(JSON.stringify(original.snapshot()));
    restored.restore(state);
    for (const builder of [original, restored]) {
      builder.push(62 * S, 8);
      builder.closeThrough(129 * S);
      builder.push(70 * S, 1);
    }
    expect(restored.snapshot()).toEqual(original.snapshot());
    expect(restored.late).toBe(2);
  });

  it('has its whole state in its snapshot', () => {
    const builder = builderWith([10 * S, 5], [61 * S, 6], [10 * S, 7]);
    const forming = { time: 60, open: 6, high: 6, low: 6, close: 6 };
    expect(builder.snapshot()).toEqual({ forming, closedThrough: 60, late: 1 });
    builder.closeThrough(120 * S);
    expect(builder.snapshot()).toEqual({ forming: null, closedThrough: 120, late: 1 });
  });

  it('has no forming candle after it restores a snapshot without a forming candle', () => {
    const builder = builderWith([10 * S, 5]);
    builder.restore({ forming: null, closedThrough: 0, late: 0 });
    expect(builder.forming).toBeNull();
    expect(builder.closeThrough(499 * S)).toBeNull();
    expect(builder.push(15 * S, 8)).toBeNull();
    expect(builder.forming).toEqual({ time: 0, open: 8, high: 8, low: 8, close: 8 });
  });

  it('builds candles of one second', () => {
    const builder = new CandleBuilder(1);
    builder.push(999, 5);
    expect(builder.push(1_000, 6)?.time).toBe(0);
  });

  it.each([0, -60, 1.5, NaN, Infinity])('throws for a timeframe of %d s', (seconds) => {
    expect(() => new CandleBuilder(seconds)).toThrow(`a timeframe is an integer ≥ 1 s, got ${seconds}`);
  });
});
