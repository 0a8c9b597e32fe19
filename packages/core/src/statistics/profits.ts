import { ProfitFold } from './profit-fold.ts';
import { StreakFold } from './streak-fold.ts';

/** Figures over the profits of settled trades in the order they settled: any one money unit, losses negative, ties zero. */

function folded(profits: readonly number[]): ProfitFold {
  const fold = new ProfitFold();
  for (const profit of profits) fold.add(profit);
  return fold;
}

/** Mean profit of a trade, ties included; null without trades. */
export const expectancyPerTrade = (profits: readonly number[]): number | null => folded(profits).expectancy;

/** Returns the sum of the wins divided by the sum of the losses; null without a loss. */
export const profitFactor = (profits: readonly number[]): number | null => folded(profits).profitFactor;

/** Returns the largest number of losses in a row. A tie neither counts nor ends the row. */
export function longestLosingStreak(profits: readonly number[]): number {
  const streaks = new StreakFold();
  for (const profit of profits) if (profit !== 0) streaks.add(profit > 0 ? 'won' : 'lost');
  return streaks.longestLosing;
}

/** Deepest fall of the running total below its own earlier peak (the start counts as one), not negative. */
export const maxDrawdown = (profits: readonly number[]): number => folded(profits).maxDrawdown;
