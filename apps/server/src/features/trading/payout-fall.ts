import type { CreateOption } from '@vigia/contract';
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
export function payoutFall({ shown_payout }: CreateOption, payoutBp: number | null): PlacementRefusal | null {
  if (shown_payout === undefined || payoutBp === null) return null;
  const shownBp = Math.round(shown_payout * BASIS_POINTS);
  if (shownBp - payoutBp <= PAYOUT_TOLERANCE_BP) return null;
  return { code: 'payout_changed', values: { shown: shownBp / 100, current: payoutBp / 100 } };
}
