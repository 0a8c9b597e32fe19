import { expect, it } from 'vitest';
import { barPosition, timeAtPosition } from './bar-position.ts';

const MINUTE = 60_000;
const bars = (...minutes: number[]) => minutes.map((minute) => ({ timestamp: minute * MINUTE }));

it('barPosition returns the position of a time inside its candle as the elapsed fraction of the candle', () => {
  expect(barPosition(bars(10, 11, 12), MINUTE, 11.25 * MINUTE)).toBe(1.25);
  expect(barPosition(bars(10, 11, 12), MINUTE, 10 * MINUTE)).toBe(0);
});

it('barPosition returns positions also for times after the last candle and before the first candle', () => {
  expect(barPosition(bars(10, 11, 12), MINUTE, 17 * MINUTE)).toBe(7);
  expect(barPosition(bars(10, 11, 12), MINUTE, 7.5 * MINUTE)).toBe(-2.5);
});

it('barPosition returns the end of the previous candle for a time in a market gap', () => {
  expect(barPosition(bars(10, 11, 60, 61), MINUTE, 30 * MINUTE)).toBe(2);
});

it('barPosition returns matching positions for the same time on candles of another timeframe', () => {
  const small = bars(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  const large = bars(0, 5);
  for (const minute of [0, 2.5, 5, 7.75, 12]) {
    expect(barPosition(large, 5 * MINUTE, minute * MINUTE)).toBeCloseTo(
      barPosition(small, MINUTE, minute * MINUTE) / 5,
    );
  }
});

it('barPosition returns a position even if there are no candles', () => {
  expect(barPosition([], MINUTE, 5 * MINUTE)).toBe(0);
});

it('timeAtPosition returns the time of a position inside, before and after the candles', () => {
  const gapped = [{ timestamp: 600_000 }, { timestamp: 660_000 }, { timestamp: 900_000 }];
  for (const timeMs of [300_001, 600_000, 629_999, 689_000, 900_000, 950_000, 2_000_000])
    expect(timeAtPosition(gapped, 60_000, barPosition(gapped, 60_000, timeMs))).toBe(timeMs);
});
