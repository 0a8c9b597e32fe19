import type { CreateOption } from '@vigia/contract';
import type { PlacementRefusal } from './placement-refusal.ts';

/**
 * Largest fall of the payout in basis points from the shown payout to the payout at acceptance. An order with a larger
 * fall is refused.
 */
export const PAYOUT_TOLERANCE_BP = 200;
const BASIS_POINTS = 10_000;

/**
 * Returns the refusal of an order whose payout fell too far below the shown payout. Returns null if it did not fall too
 * far, or if the venue has not reported the payout yet.
 */
export function payoutFall({ shown_payout }: CreateOption, payoutBp: number | null): PlacementRefusal | null {
  if (shown_payout === undefined || payoutBp === null) return null;
  const shownBp = Math.round(shown_payout * BASIS_POINTS);
  if (shownBp - payoutBp <= PAYOUT_TOLERANCE_BP) return null;
  return { code: 'payout_changed', values: { shown: shownBp / 100, current: payoutBp / 100 } };
}
