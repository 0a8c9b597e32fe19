import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { evidenceLimitsAmong } from './several-cards.ts';

const LEVEL = 0.025;
const decided = (eValues: readonly number[]): boolean[] => {
  const limits = evidenceLimitsAmong(eValues, LEVEL);
  return eValues.map((value, index) => value >= (limits[index] ?? Infinity));
};

describe('the e-values that decide several cards seen together', () => {
  it('are 1 / level for one card, and twice as much for the first of two', () => {
    expect(evidenceLimitsAmong([39], LEVEL)).toEqual([40]);
    expect(evidenceLimitsAmong([79, 1], LEVEL)).toEqual([80, 80]);
  });

  it('fall for the next card once a card is decided', () => {
    expect(evidenceLimitsAmong([100, 30, 1, 1], LEVEL)).toEqual([160, 160, 160, 160]);
    expect(evidenceLimitsAmong([200, 30, 1, 1], LEVEL)).toEqual([160, 80, 80, 80]);
    expect(evidenceLimitsAmong([200, 85, 1, 1], LEVEL)).toEqual([
      80,
      80,
      expect.closeTo(160 / 3),
      expect.closeTo(160 / 3),
    ]);
  });

  it('decide a card that alone would be too weak, if the others are strong', () => {
    expect(decided([50, 60, 90])).toEqual([true, true, true]);
    expect(decided([50, 2, 2])).toEqual([false, false, false]);
  });

  it('decide the same cards as the rule of the paper, over random e-values', () => {
    const rng = new SeededRng(3);
    for (let run = 0; run < 500; run += 1) {
      const eValues = Array.from({ length: 1 + Math.floor(rng.next() * 12) }, () => Math.exp(rng.next() * 8 - 1));
      // Definition 1 of the paper: k* is the largest k for which at least k e-values are K / (k × level) or more.
      const counts = eValues.map((_, index) => index + 1);
      const most = Math.max(
        0,
        ...counts.filter((k) => eValues.filter((value) => value >= eValues.length / (k * LEVEL)).length >= k),
      );
      expect(decided(eValues)).toEqual(eValues.map((value) => most > 0 && value >= eValues.length / (most * LEVEL)));
    }
  });

  it('are an empty list without cards', () => {
    expect(evidenceLimitsAmong([], LEVEL)).toEqual([]);
  });
});
