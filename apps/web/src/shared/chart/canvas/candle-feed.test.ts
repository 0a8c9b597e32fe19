import { expect, it } from 'vitest';
import { olderPageSize, withTick } from './candle-feed.ts';

const BAR = { timestamp: 60_000, open: 10, high: 12, low: 9, close: 11 };

it('withTick updates the close and extends the high and low of the forming candle', () => {
  expect(withTick(BAR, ['X', 61_000, 13], 60_000)).toEqual({ ...BAR, high: 13, close: 13 });
  expect(withTick(BAR, ['X', 61_000, 8], 60_000)).toEqual({ ...BAR, low: 8, close: 8 });
});

it('withTick ignores a tick that is before the forming candle, after it, or at the same price', () => {
  expect(withTick(BAR, ['X', 59_999, 13], 60_000)).toBeNull();
  expect(withTick(BAR, ['X', 120_000, 13], 60_000)).toBeNull();
  expect(withTick(BAR, ['X', 61_000, 11], 60_000)).toBeNull();
});

it('olderPageSize requests as many older candles as are loaded, up to the maximum of the server', () => {
  expect([0, 500, 1_500, 80_000].map(olderPageSize)).toEqual([500, 500, 1_500, 5_000]);
});
