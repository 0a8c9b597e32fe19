import { expect, it } from 'vitest';
import { barWidthPx, controlsPx, legendBelowPx, rightGapPx, topGapShare } from './chart-margins.ts';

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

it('controlsPx adds the legend that is below the tools', () => {
  expect(controlsPx(390, true, 36)).toBe(controlsPx(390, true, 0) + 36);
  expect(controlsPx(390, false, 36)).toBe(0);
});

it('legendBelowPx has a line for the indicators over the prices and two for the note, on a phone only', () => {
  const [sma, rsi] = [
    { slot: 'sma', tone: 0, choice: { kind: 'sma', period: 20 } },
    { slot: 'rsi', tone: 0, choice: { kind: 'rsi', period: 14 } },
  ] as const;
  expect(legendBelowPx(390, [rsi], 'candles')).toBe(0);
  expect(legendBelowPx(390, [sma, { ...sma, slot: 'sma 2' }, rsi], 'candles')).toBe(18);
  expect(legendBelowPx(390, [sma], 'heikin_ashi')).toBe(54);
  expect(legendBelowPx(1_440, [sma], 'heikin_ashi')).toBe(0);
});
