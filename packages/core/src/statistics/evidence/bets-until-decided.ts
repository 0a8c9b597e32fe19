import { breakEvenRate } from '../break-even.ts';
import { capitalAfter } from './bets.ts';
import { DECISIVE_EVIDENCE } from './verdict.ts';

const POWER = 0.8;
/**
 * Most bets that are computed. A win rate so close to break-even that it needs more bets is practically never decided.
 */
export const MOST_BETS = 10_000;
/** Paths with a smaller probability are ignored, because they do not change the result. */
const NEGLIGIBLE = 1e-12;

/**
 * Returns the number of decided bets within which a card becomes 'above' in 80 of 100 cases. Exact: it follows the
 * probability of each number of wins, and takes a path out as soon as its evidence reaches the limit.
 * @param trueRate true win rate, between 0 and 1
 * @param payoutRatio payout of every bet, above zero
 * @param limit e-value from which the card is decided
 * @returns whole bets; null if the rate is not above break-even, or if more than {@link MOST_BETS} are needed
 */
export function betsUntilDecided(
  trueRate: number,
  payoutRatio: number,
  limit: number = DECISIVE_EVIDENCE,
): number | null {
  if (trueRate <= breakEvenRate(payoutRatio)) return null;
  let undecided = new Float64Array([1]);
  // The first number of wins in `undecided`, and the fewest wins that decide the card.
  let [lowest, deciding] = [0, 0];
  let decided = 0;
  for (let bets = 1; bets <= MOST_BETS; bets += 1) {
    const next = new Float64Array(undecided.length + 1);
    for (const [index, chance] of undecided.entries()) {
      next[index] = (next[index] ?? 0) + chance * (1 - trueRate);
      next[index + 1] = (next[index + 1] ?? 0) + chance * trueRate;
    }
    while (deciding <= bets && capitalAfter(deciding, bets - deciding, payoutRatio) < limit) deciding += 1;
    const kept = Math.max(0, deciding - lowest);
    for (const chance of next.subarray(kept)) decided += chance;
    if (decided >= POWER) return bets;
    const first = next.findIndex((chance) => chance > NEGLIGIBLE);
    undecided = next.slice(first, kept);
    lowest += first;
  }
  return null;
}
