import { type Candle, columnsOf } from '@vigia/core/candles';
import { describe, expect, it } from 'vitest';
import { pageOf, pageSpan, storableCandles } from './pages.ts';

const candle = (time: number, close = 1.1): Candle => ({ time, open: 1.1, high: 1.2, low: 1, close });
const timesOf = (candles: readonly Candle[], fromTime = 600, toTime = 1_200): number[] => {
  const { length, time } = storableCandles(columnsOf(candles), { fromTime, toTime });
  return [...time.subarray(0, length)];
};

describe('the pages of a history', () => {
  it('lie on a fixed grid and share no minute', () => {
    const grid = { pageCandles: 10, fromTime: 0, toTime: 6_000 };
    expect([0, 599, 600, 1_199].map((time) => pageOf(time, 10))).toEqual([0, 0, 1, 1]);
    expect(pageSpan(1, grid)).toEqual({ fromTime: 600, toTime: 1_200 });
    expect(pageSpan(2, grid).fromTime).toBe(pageSpan(1, grid).toTime);
  });

  it('are cut at both ends of the history', () => {
    const grid = { pageCandles: 10, fromTime: 660, toTime: 1_500 };
    expect(pageSpan(1, grid)).toEqual({ fromTime: 660, toTime: 1_200 });
    expect(pageSpan(2, grid)).toEqual({ fromTime: 1_200, toTime: 1_500 });
  });
});

describe('the candles of a page', () => {
  it('lie within the time span of the page', () => {
    expect(timesOf([540, 600, 1_140, 1_200].map((time) => candle(time)))).toEqual([600, 1_140]);
  });

  it('are kept once, even if the broker repeats candles or returns earlier candles', () => {
    expect(timesOf([600, 660, 660, 600, 720].map((time) => candle(time)))).toEqual([600, 660, 720]);
  });

  it('start at a whole minute', () => {
    expect(timesOf([candle(600), candle(601), candle(660)])).toEqual([600, 660]);
  });

  it.each([0, -1, Number.NaN, Infinity])('do not include a candle with the price %s', (close) => {
    expect(timesOf([candle(600), candle(660, close), candle(720)])).toEqual([600, 720]);
  });
});
