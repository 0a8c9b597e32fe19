import type { CreateOption } from '@vigia/contract';
import { payoutNotCoveredRefusal } from '../graduation/index.ts';
import type { PlacementRefusal } from './placement-refusal.ts';

/**
 * Largest accepted fall, in basis points, from the payout that the user saw to the payout at acceptance. An order with
 * a larger fall is refused.
 */
export const PAYOUT_TOLERANCE_BP = 200;
const BASIS_POINTS = 10_000;

/**
 * Returns the refusal of an order whose payout has fallen too far since the user saw it. Returns null if the fall is
 * within the tolerance, if the request states no shown payout, or if the venue has not reported the payout yet.
 */
export function payoutFallRefusal(request: CreateOption, payoutBp: number | null): PlacementRefusal | null {
  const [shownBp, leastBp] = [shownPayoutBp(request), lowestAcceptedPayoutBp(request)];
  if (shownBp === null || leastBp === null || payoutBp === null || payoutBp >= leastBp) return null;
  return { code: 'payout_changed', values: { shown: shownBp / 100, current: payoutBp / 100 } };
}

/** Returns the lowest payout, in basis points, that an order accepts; null if the request states no shown payout. */
export function lowestAcceptedPayoutBp(request: CreateOption): number | null {
  const shownBp = shownPayoutBp(request);
  return shownBp === null ? null : Math.max(0, shownBp - PAYOUT_TOLERANCE_BP);
}

const shownPayoutBp = ({ shown_payout: shown }: CreateOption): number | null =>
  shown === undefined ? null : Math.round(shown * BASIS_POINTS);

/**
 * Returns the refusal of a real order of an automation unless its payout, less the accepted fall, is above the payout
 * that the evidence covers.
 * @param payoutBp payout of the order in basis points; null if it is unknown
 */
export function unprovenPayoutRefusal(payoutBp: number | null, leastPayoutRatio: number): PlacementRefusal | null {
  const lowestRatio = payoutBp === null ? null : Math.max(0, payoutBp - PAYOUT_TOLERANCE_BP) / BASIS_POINTS;
  return lowestRatio !== null && lowestRatio > leastPayoutRatio
    ? null
    : payoutNotCoveredRefusal(lowestRatio, leastPayoutRatio);
}
