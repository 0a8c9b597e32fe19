import { type MinorUnits, minorUnits, outcomeAt } from '@vigia/core/kernel';
import { profitOfWin } from '@vigia/core/trades';
import type { BookContract } from './contract-book-types.ts';

/** Fraction of the fair value that a simulated broker keeps. */
const KEPT = 0.05;
/** Probability, just before the expiry, of the outcome that follows from the current price. */
const SURE = 0.9;

/**
 * Returns the amount that a simulated broker pays for a running contract: payout times probability of a win, less the
 * broker's fraction. The probability starts at one half and moves towards the outcome that follows from the current
 * price. No real broker's formula is known. Tests need a price that follows market and time, stays between zero and the
 * payout, and differs from both.
 */
export function saleValueMinor(contract: Readonly<BookContract>, priceNow: number, nowMs: number): MinorUnits {
  const { direction, entryPrice, openedAtMs, expiryMs, stakeMinor, payoutRatio } = contract;
  const elapsed = Math.min(1, Math.max(0, (nowMs - openedAtMs) / (expiryMs - openedAtMs)));
  const lean = { won: 1, lost: -1, tie: 0 }[outcomeAt(direction, entryPrice, priceNow)];
  const chance = 0.5 + (lean * SURE * elapsed) / 2;
  return minorUnits(Math.round((stakeMinor + profitOfWin(stakeMinor, payoutRatio)) * chance * (1 - KEPT)));
}
