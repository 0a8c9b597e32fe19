import { describe, expect, it } from 'vitest';
import { SIMULATED_ASSETS } from './assets.ts';
import { demoKey } from './market-key.ts';
import { payoutRatio } from './payout.ts';

const KEY = demoKey(3);
const HOUR_MS = 3_600_000;
const NOON_MS = Date.UTC(2026, 10, 21, 12);
const DURATIONS = [1, 5, 15, 60, 240, 1_440];

const all = SIMULATED_ASSETS.flatMap((asset) =>
  DURATIONS.flatMap((minutes) =>
    Array.from({ length: 48 }, (_, hour) => ({
      asset,
      minutes,
      ratio: payoutRatio(KEY, asset, 60 * minutes, NOON_MS + hour * HOUR_MS),
    })),
  ),
);
const countOf = (values: readonly number[]): number => new Set(values).size;

describe('payoutRatio', () => {
  it('is between 0.70 and 0.92 in whole per cents', () => {
    for (const { ratio } of all) {
      expect(ratio).toBeGreaterThanOrEqual(0.7);
      expect(ratio).toBeLessThanOrEqual(0.92);
      expect(Math.round(ratio * 100) / 100).toBe(ratio);
    }
  });

  it('is constant within an hour, and changes between hours, durations and assets', () => {
    const [asset] = SIMULATED_ASSETS;
    if (!asset) throw new Error('assets are listed');
    const at = (timeMs: number) => payoutRatio(KEY, asset, 300, timeMs);
    expect(countOf([0, 1, 59_999, HOUR_MS - 1].map((ms) => at(NOON_MS + ms)))).toBe(1);
    expect(countOf(Array.from({ length: 24 }, (_, hour) => at(NOON_MS + hour * HOUR_MS)))).toBeGreaterThan(3);
    expect(countOf(DURATIONS.map((minutes) => payoutRatio(KEY, asset, 60 * minutes, NOON_MS)))).toBeGreaterThan(2);
    expect(countOf(SIMULATED_ASSETS.map((a) => payoutRatio(KEY, a, 300, NOON_MS)))).toBeGreaterThan(3);
  });
});
