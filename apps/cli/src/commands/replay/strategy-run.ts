import { type BacktestError, type BacktestTrade, runBacktest, type TradeColumns } from '@vigia/core/backtest';
import type { CandleColumns } from '@vigia/core/candles';
import { minorUnits, ok, type Result, ratio } from '@vigia/core/kernel';
import type { StrategyRules } from '@vigia/core/strategies';
import type { SignalOutcome, Timeframe } from '@vigia/core/vocabulary';

/** All signals of a strategy in order of time. `from` and `to` are epoch seconds. */
export type StrategyRun = {
  readonly candles: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly trades: TradeColumns;
};

/** Payout and stake for the backtest engine, which requires both. They do not change the outcome of a signal. */
const ANY_MONEY = { payout: ratio(0.8), stakeMinor: minorUnits(1_000) };

/** The outcome of a signal by the result of its trade. */
export const SIGNAL_OUTCOME: Readonly<Record<BacktestTrade['result'], SignalOutcome>> = {
  won: 'won',
  lost: 'lost',
  tied: 'tie',
  void: 'void',
  pending: 'pending',
};

const toSeconds = (ms: number | null): number | null => (ms === null ? null : ms / 1_000);

/** Runs a strategy on base candles. The base candles also decide the outcomes (docs/spec/pcr.md §6). */
export function runStrategy(
  base: CandleColumns,
  rules: StrategyRules,
  timeframe: Timeframe,
): Result<StrategyRun, BacktestError> {
  const run = runBacktest(base, { kind: 'strategy', rules, timeframe }, ANY_MONEY);
  if (!run.ok) return run;
  const { candles, fromMs, toMs, trades } = run.value;
  return ok({ candles, from: toSeconds(fromMs), to: toSeconds(toMs), trades });
}
