import type { LiveCardView, StrategyView } from '@vigia/contract';
import { tradeStakeOf } from './describe.ts';

/** The evidence of a strategy's performance: its trades, else its signals, else none. */
export type PerformanceSummary =
  /** The strategy has its own trades. They have a profit. */
  | {
      readonly kind: 'traded';
      readonly card: LiveCardView;
      readonly profit: number;
      readonly equity: readonly number[];
    }
  /**
   * The strategy has signals but no trades. `supposed` is the profit that the same stake on each signal would have
   * made. It is null if no signal is decided.
   */
  | { readonly kind: 'signalled'; readonly card: LiveCardView; readonly supposed: number | null }
  | { readonly kind: 'untried' };

export function performanceSummaryOf(strategy: StrategyView): PerformanceSummary {
  const { performance, signals } = strategy;
  if (performance.total_trades > 0) {
    const { card, profit_loss: profit, equity } = performance;
    return { kind: 'traded', card, profit: profit ?? 0, equity };
  }
  if (signals.card.decided + signals.card.tied > 0) {
    return { kind: 'signalled', card: signals.card, supposed: supposedResult(signals.card, tradeStakeOf(strategy)) };
  }
  return { kind: 'untried' };
}

/**
 * Returns the profit that a stake on each signal would have made. The average payout is derived from the break-even
 * rate, which is 1/(1+payout).
 */
function supposedResult({ won, lost, break_even: breakEven }: LiveCardView, stake: number): number | null {
  if (breakEven === null || breakEven <= 0) return null;
  return Math.round((won * (1 / breakEven - 1) - lost) * stake * 100) / 100;
}
