import { expect, it } from 'vitest';
import { barWidthPx, rightGapPx, topGapShare } from './chart-margins.ts';

it('topGapShare gives the candles exactly the height that the gap leaves', () => {
  for (const [heightPx, gapPx] of [
    [245, 62],
    [380, 62],
    [700, 100],
  ] as const) {
    const top = topGapShare(heightPx, gapPx);
    // The library shows the range of the candles, extended by both shares.
    expect((heightPx * top) / (1 + top + 0.1)).toBeCloseTo(gapPx);
  }
});

it('rightGapPx leaves space for the chips of trades, and less on a chart without trades', () => {
  expect(rightGapPx(390, true)).toBeGreaterThan(100);
  expect(rightGapPx(390, true)).toBeLessThan(390 / 3);
  expect(rightGapPx(800, true)).toBeGreaterThan(rightGapPx(390, true));
  expect(rightGapPx(390, false)).toBe(55);
});

it('barWidthPx narrows the candles until all fit beside the price axis, but not to hairlines', () => {
  expect(barWidthPx(700, undefined)).toBe(8);
  expect(barWidthPx(700, 40)).toBe(8);
  expect(barWidthPx(700, 140)).toBeCloseTo(640 / 140);
  expect(barWidthPx(300, 140)).toBe(2.5);
});
