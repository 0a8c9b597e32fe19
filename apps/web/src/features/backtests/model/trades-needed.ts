import type { BacktestJudgementView, BacktestReport } from '@vigia/contract';
import { tradesForVerdict } from '@vigia/core/statistics';

/**
 * Returns the number of trades after which the verdict of this test finds the measured win rate, if it is the true one,
 * in eight of ten cases. It takes into account what the test could spend and how much its trades overlap.
 * @returns null if the rate is not above break-even, or the test could spend nothing
 */
export function tradesNeeded(
  { card, independent_trades: independent }: BacktestReport,
  { allowed }: BacktestJudgementView,
): number | null {
  if (card.rate === null || card.break_even === null || allowed <= 0) return null;
  const trades = tradesForVerdict(card.rate, 1 / card.break_even - 1, allowed);
  return trades === null ? null : Math.ceil(trades * (card.decided / (independent ?? card.decided)));
}
