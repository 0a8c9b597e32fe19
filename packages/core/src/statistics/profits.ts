import { ProfitFold } from './profit-fold.ts';
import { StreakFold } from './streak-fold.ts';

/**
 * Computes figures over the profits of settled trades in the order in which they settled. Profits are in any one money
 * unit; losses are negative and ties zero.
 */

function folded(profits: Iterable<number>): ProfitFold {
  const fold = new ProfitFold();
  for (const profit of profits) fold.add(profit);
  return fold;
}

/** Returns the mean profit of a trade, ties included; null without trades. */
export const expectancyPerTrade = (profits: Iterable<number>): number | null => folded(profits).expectancy;

/** Returns the sum of the wins divided by the sum of the losses; null without a loss. */
export const profitFactor = (profits: Iterable<number>): number | null => folded(profits).profitFactor;

/** Returns the largest number of losses in a row. A tie is not counted and does not end the row. */
export function longestLosingStreak(profits: Iterable<number>): number {
  const streaks = new StreakFold();
  for (const profit of profits) if (profit !== 0) streaks.add(profit > 0 ? 'won' : 'lost');
  return streaks.longestLosing;
}

/** Returns the largest fall of the running total below an earlier peak, not negative. The start counts as a peak. */
export const maxDrawdown = (profits: Iterable<number>): number => folded(profits).maxDrawdown;
