import { at } from '#candles/index.ts';
import type { MinorUnits, Ratio } from '#kernel/index.ts';
import type { History } from '#pcr/index.ts';
import type { SignalRows, StrategyRules } from '#strategies/index.ts';
import { profitOfWin } from '#trades/index.ts';
import type { Payout } from './backtest.ts';

/** Returns the payout at the close of a candle. */
export type RatioAt = (row: number) => Ratio;

/** Returns the time of entry of a signal at the close of a candle, epoch milliseconds. */
export const entryMsAt = ({ candles, timeframeSeconds }: History, row: number): number =>
  (at(candles.time, row) + timeframeSeconds) * 1_000;

/**
 * Returns the payouts of trades that enter at the closes of candles.
 * @throws Error for one payout for all trades that is finer than a basis point or not above zero
 */
export function ratioAtOf(payout: Payout, history: History, stakeMinor: MinorUnits): RatioAt {
  if (typeof payout !== 'number') return (row) => payout(entryMsAt(history, row));
  // A backtest without trades refuses an invalid payout too.
  profitOfWin(stakeMinor, payout);
  return () => payout;
}

/** Returns the signals whose payout is at least the minimum of the strategy's gate. */
export function payingSignals(signals: SignalRows, { parameters }: StrategyRules, ratioAt: RatioAt): SignalRows {
  const payoutMin = parameters.gates?.payout_min ?? 0;
  if (payoutMin === 0) return signals;
  const { rows, directions } = signals;
  const isPaid = (_: number, index: number): boolean => ratioAt(rows[index] ?? 0) >= payoutMin;
  return { rows: rows.filter(isPaid), directions: directions.filter(isPaid) };
}
