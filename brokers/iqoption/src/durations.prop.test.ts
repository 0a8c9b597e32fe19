import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationsOf, purchaseFor } from './durations.ts';
import { assetWithOffers, DAY } from './testing-assets.ts';

const time = fc.integer({ min: DAY.fromS * 1000, max: DAY.toS * 1000 - 1 });
const grid = fc.record({
  sizesS: fc.uniqueArray(fc.constantFrom(60, 300, 900, 3_600), { minLength: 1, maxLength: 3 }),
  count: fc.integer({ min: 1, max: 5 }),
  deadtime: fc.constantFrom(0, 5, 30, 45),
});

describe('an option with fixed expirations', () => {
  it('can still be bought for each listed duration, and expires at most one grid step off the requested time', () => {
    fc.assert(
      fc.property(time, grid, (timeMs, terms) => {
        const active = assetWithOffers({ turbo: terms });
        for (const durationS of durationsOf(active, timeMs)) {
          const ends = purchaseFor(active, durationS, timeMs)?.ends;
          if (ends?.kind !== 'at') throw new Error('a turbo ends at a time');
          expect((ends.expiryS - terms.deadtime) * 1000).toBeGreaterThan(timeMs);
          expect(terms.sizesS.some((sizeS) => ends.expiryS % sizeS === 0)).toBe(true);
          const errorS = Math.abs(ends.expiryS - timeMs / 1000 - durationS);
          expect(errorS).toBeLessThanOrEqual(Math.min(durationS, Math.max(...terms.sizesS)));
        }
      }),
    );
  });
});
