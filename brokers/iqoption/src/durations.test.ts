import { describe, expect, it } from 'vitest';
import { durationsOf, purchaseFor } from './durations.ts';
import { assetWithOffers, DAY } from './testing-assets.ts';

const MINUTE_S = DAY.fromS + 600;
const at = (second: number) => (MINUTE_S + second) * 1000;
const turbo = assetWithOffers({ turbo: { sizesS: [60], count: 3, deadtime: 30 } });
const expiryAfter = (active: typeof turbo, durationS: number, second: number) => {
  const ends = purchaseFor(active, durationS, at(second))?.ends;
  return ends?.kind === 'at' ? ends.expiryS - MINUTE_S : (ends ?? null);
};

describe('purchaseFor', () => {
  it('buys a blitz option of exactly the requested duration if there is one', () => {
    const active = assetWithOffers({ turbo: {}, blitz: { sizesS: [30, 60] } });
    expect(purchaseFor(active, 60, at(0))).toMatchObject({
      offer: { product: 'blitz' },
      ends: { kind: 'after', sizeS: 60 },
    });
  });

  it('falls back to a turbo option while blitz is suspended', () => {
    const active = assetWithOffers({ turbo: {}, blitz: { sizesS: [60], is_suspended: true } });
    expect(purchaseFor(active, 60, at(5))?.offer.product).toBe('turbo');
  });

  it.each([
    [60, 0, 60],
    [60, 10, 60],
    [60, 29, 60],
    [60, 31, 120],
    [60, 59, 120],
    [120, 10, 120],
    [120, 31, 180],
    [180, 45, 180],
  ])(
    'buys for %d s, requested at second %d of a minute, an option that ends at second %d',
    (durationS, second, expiry) => expect(expiryAfter(turbo, durationS, second)).toBe(expiry),
  );

  it('buys the next expiration if the order would arrive within the dead time', () => {
    expect(purchaseFor(turbo, 60, at(30) - 600)?.ends).toEqual({ kind: 'at', expiryS: MINUTE_S + 60 });
    expect(purchaseFor(turbo, 60, at(30) - 400)?.ends).toEqual({ kind: 'at', expiryS: MINUTE_S + 120 });
  });

  it('buys nothing if the duration is not on sale', () => {
    expect(purchaseFor(turbo, 1_800, at(0))).toBeNull();
    expect(purchaseFor(turbo, 30, at(0))).toBeNull();
  });

  it('does not use an expiration 15 minutes away for a duration of five minutes', () => {
    const active = assetWithOffers({ binary: { sizesS: [900], count: 3, deadtime: 300 } });
    expect(purchaseFor(active, 300, at(0))).toBeNull();
    expect(purchaseFor(active, 900, at(0))).not.toBeNull();
  });

  it('offers one more binary expiration within the dead time of the current quarter of an hour', () => {
    const active = assetWithOffers({ binary: { sizesS: [900], count: 3, deadtime: 300 } });
    const quarterMs = Math.ceil(DAY.fromS / 900) * 900_000;
    const longest = (atMs: number) => purchaseFor(active, 2_700, atMs)?.ends;
    expect(longest(quarterMs)).toEqual({ kind: 'at', expiryS: quarterMs / 1_000 + 2_700 });
    expect(longest(quarterMs + 800_000)).toEqual({ kind: 'at', expiryS: quarterMs / 1_000 + 3_600 });
  });

  it('buys nothing outside the schedule', () => {
    expect(purchaseFor(turbo, 60, DAY.toS * 1000)).toBeNull();
  });
});

describe('durationsOf', () => {
  it('lists the durations of blitz options and the multiples of the turbo grid, ascending', () => {
    const active = assetWithOffers({ turbo: { count: 3 }, blitz: { sizesS: [45, 30] } });
    expect(durationsOf(active, at(5))).toEqual([30, 45, 60, 120, 180]);
  });

  it('omits durations that cannot be bought during the dead time', () => {
    const active = assetWithOffers({ turbo: { count: 1 } });
    expect(durationsOf(active, at(5))).toEqual([60]);
    expect(durationsOf(active, at(40))).toEqual([]);
  });
});
