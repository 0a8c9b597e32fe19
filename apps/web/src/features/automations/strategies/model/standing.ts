import type { StrategyView, WinRateCardView } from '@vigia/contract';
import { stakeOf } from './describe.ts';

/** Evidence of a strategy's performance: its trades, or else its signals, or else none. */
export type Standing =
  /** The strategy has its own trades, with their profit. */
  | {
      readonly kind: 'traded';
      readonly card: WinRateCardView;
      readonly profit: number;
      readonly equity: readonly number[];
    }
  /**
   * The strategy has signals but no trades. `supposed` is the profit of the same stake on each signal; null if no
   * signal is decided.
   */
  | { readonly kind: 'signalled'; readonly card: WinRateCardView; readonly supposed: number | null }
  | { readonly kind: 'untried' };

export function standingOf(strategy: StrategyView): Standing {
  const { performance, signals } = strategy;
  if (performance.total_trades > 0) {
    const { card, profit_loss: profit, equity } = performance;
    return { kind: 'traded', card, profit: profit ?? 0, equity };
  }
  if (signals.card.decided + signals.card.tied > 0) {
    return { kind: 'signalled', card: signals.card, supposed: supposedResult(signals.card, stakeOf(strategy)) };
  }
  return { kind: 'untried' };
}

/**
 * Returns the profit of a stake on each signal. It derives the average payout from the break-even rate: 1/(1+payout).
 */
function supposedResult({ won, lost, break_even: breakEven }: WinRateCardView, stake: number): number | null {
  if (breakEven === null || breakEven <= 0) return null;
  return Math.round((won * (1 / breakEven - 1) - lost) * stake * 100) / 100;
}
