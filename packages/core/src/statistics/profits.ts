/** Figures over the profits of settled trades in the order they settled: any one money unit, losses negative, ties zero. */

/** Mean profit of a trade, ties included; null without trades. */
export function expectancyPerTrade(profits: readonly number[]): number | null {
  return profits.length === 0 ? null : profits.reduce((sum, profit) => sum + profit, 0) / profits.length;
}

/** What was won for each unit lost; null where nothing was lost, for then it has no value. */
export function profitFactor(profits: readonly number[]): number | null {
  let gained = 0;
  let lost = 0;
  for (const profit of profits) {
    if (profit > 0) gained += profit;
    else lost -= profit;
  }
  return lost === 0 ? null : gained / lost;
}

/** Most losses in a row. A tie neither counts nor ends the row: the stake came back and a staking plan stays on its step. */
export function longestLosingStreak(profits: readonly number[]): number {
  let longest = 0;
  let current = 0;
  for (const profit of profits) {
    if (profit > 0) current = 0;
    else if (profit < 0) current += 1;
    if (current > longest) longest = current;
  }
  return longest;
}

/** Deepest fall of the running total below its own earlier peak, not negative; the total starts at zero, which counts as a peak. */
export function maxDrawdown(profits: readonly number[]): number {
  let total = 0;
  let peak = 0;
  let deepest = 0;
  for (const profit of profits) {
    total += profit;
    if (total > peak) peak = total;
    if (peak - total > deepest) deepest = peak - total;
  }
  return deepest;
}
