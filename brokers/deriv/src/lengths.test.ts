import { expect, it } from 'vitest';
import { isSold } from './lengths.ts';

const LIMITS = { minS: 15, maxS: 3_600, ticks: { min: 2, max: 10 } };

it.each([
  [{ durationS: 15 }, true],
  [{ durationS: 3_600 }, true],
  [{ durationS: 14 }, false],
  [{ durationS: 3_601 }, false],
  [{ durationTicks: 2 }, true],
  [{ durationTicks: 10 }, true],
  [{ durationTicks: 1 }, false],
  [{ durationTicks: 11 }, false],
] as const)('the limits of an asset decide whether a contract of %o is sold: %s', (length, sold) => {
  expect(isSold(LIMITS, length)).toBe(sold);
});

it('no contract with a duration in ticks is sold for an asset without durations in ticks', () => {
  expect(isSold({ ...LIMITS, ticks: null }, { durationTicks: 5 })).toBe(false);
});
