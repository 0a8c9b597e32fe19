import { describe, expect, it } from 'vitest';
import { Rsi } from './rsi.ts';

const pushed = (period: number, closes: readonly number[]): Rsi => {
  const rsi = new Rsi(period);
  for (const close of closes) rsi.push(close);
  return rsi;
};

describe('Rsi', () => {
  it('is 100 times the share of gains in all changes; the first value covers n changes, later values are smoothed', () => {
    expect(pushed(2, [10, 13, 12]).value).toBe(75);
    expect(pushed(2, [10, 13, 12, 12]).value).toBe(75);
    expect(pushed(2, [10, 13, 12, 14]).value).toBe(100 * (1.75 / (1.75 + 0.25)));
  });

  it('is 100 with gains only and 0 with losses only', () => {
    expect(pushed(3, [1, 2, 3, 4]).value).toBe(100);
    expect(pushed(3, [4, 3, 2, 1]).value).toBe(0);
  });

  it('is 0 and marked as flat if the price never moved, so that rules do not treat it as a falling market', () => {
    expect(pushed(3, [5, 5, 5, 5])).toMatchObject({ value: 0, flat: true });
    expect(pushed(3, [4, 3, 2, 1])).toMatchObject({ value: 0, flat: false });
  });

  it('is not marked as flat while it is undefined', () => {
    expect(pushed(3, [5, 5, 5]).flat).toBe(false);
  });
});
