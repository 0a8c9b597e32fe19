import { type AssetWithOffers, isOfferOpen, type Offer } from './assets.ts';

/** The purchase for a duration that the user chose. */
export type Purchase = {
  readonly offer: Offer;
  /**
   * End of the option. `after`: this many seconds after the purchase (blitz). `at`: at this time in epoch seconds
   * (turbo, binary).
   */
  readonly ends: { readonly kind: 'after'; readonly sizeS: number } | { readonly kind: 'at'; readonly expiryS: number };
};

/** Time that an order needs to arrive. An order that is sent later than this before the dead time would be too late. */
const MARGIN_MS = 500;

/**
 * Chooses the purchase for a duration (docs/spec/brokers/iqoption.md §3). First choice is a blitz option of exactly
 * that duration. Otherwise it is the turbo or binary expiration nearest to now + duration that can still be bought. The
 * step of its grid must not be longer than the duration, and the expiration must be within one step of the request. A
 * request for five minutes therefore never buys an option of twenty minutes. Returns null if nothing matches.
 *
 * @param timeMs the broker's time
 */
export function purchaseFor(active: AssetWithOffers, durationS: number, timeMs: number): Purchase | null {
  const open = active.offers.filter((offer) => isOfferOpen(offer, timeMs));
  const blitz = open.find(({ product, sizesS }) => product === 'blitz' && sizesS.includes(durationS));
  if (blitz) return { offer: blitz, ends: { kind: 'after', sizeS: durationS } };
  const targetMs = timeMs + durationS * 1000;
  const near = open
    .flatMap((offer) => expirations(offer, timeMs))
    .map((expiration) => ({ ...expiration, errorMs: Math.abs(expiration.expiryS * 1000 - targetMs) }))
    .filter(({ errorMs, sizeS }) => sizeS <= durationS && errorMs <= sizeS * 1000)
    .toSorted((a, b) => a.errorMs - b.errorMs || a.sizeS - b.sizeS)
    .at(0);
  return near ? { offer: near.offer, ends: { kind: 'at', expiryS: near.expiryS } } : null;
}

/**
 * Returns the durations that {@link purchaseFor} can buy now, ascending: the durations of blitz, and multiples of the
 * grid steps.
 */
export function durationsOf(active: AssetWithOffers, timeMs: number): readonly number[] {
  const lengths = new Set(
    active.offers
      .filter((offer) => isOfferOpen(offer, timeMs))
      .flatMap(({ product, sizesS, count }) => (product === 'blitz' ? sizesS : multiples(sizesS, count))),
  );
  return [...lengths].filter((lengthS) => purchaseFor(active, lengthS, timeMs)).toSorted((a, b) => a - b);
}

type Expiration = { readonly offer: Offer; readonly sizeS: number; readonly expiryS: number };

/**
 * Returns the next expirations of each grid that are on sale, still open for purchase and within the schedule. Within
 * the dead time of the current step, the grid of binary options starts one step later, as in the vendor's SDK.
 */
function expirations(offer: Offer, timeMs: number): readonly Expiration[] {
  if (offer.product === 'blitz') return [];
  const nowS = Math.floor(timeMs / 1000);
  return offer.sizesS
    .flatMap((sizeS) => {
      const runningS = nowS - (nowS % sizeS) + sizeS;
      const isOver = offer.product === 'binary' && runningS - offer.deadtimeS < nowS;
      const firstS = isOver ? runningS + sizeS : runningS;
      return Array.from({ length: offer.count }, (_, index) => ({ offer, sizeS, expiryS: firstS + index * sizeS }));
    })
    .filter(({ expiryS }) => (expiryS - offer.deadtimeS) * 1000 - MARGIN_MS > timeMs);
}

const multiples = (sizesS: readonly number[], count: number): readonly number[] =>
  sizesS.flatMap((sizeS) => Array.from({ length: count }, (_, index) => sizeS * (index + 1)));
