import { at } from '#candles/index.ts';
import { epochMs, price } from '#kernel/index.ts';
import { expirationOf, type History, type SettleableSignal } from '#pcr/index.ts';
import { type StrategyRules, strategySignals } from '#strategies/index.ts';
import { lengthIn, type TradeLength } from '#trades/index.ts';
import type { BacktestOptions, TradeColumns } from './backtest.ts';
import { CandleSettler } from './candle-settler.ts';
import { entryMsAt, payingSignals, ratioAtOf } from './payouts.ts';
import type { TickJudge } from './tick-judge.ts';

/** Number of candles between two progress reports while ticks decide trades. */
const ROWS_PER_REPORT = 32_768;

/** Returns the trades of a strategy that base candles decide; null if the run was stopped. */
export function strategyTrades(
  history: History,
  rules: StrategyRules,
  { payout, stakeMinor, onProgress }: BacktestOptions,
): TradeColumns | null {
  const ratioAt = ratioAtOf(payout, history, stakeMinor);
  const signals = strategySignals(rules, history.candles, history.timeframeSeconds, onProgress);
  if (signals === null) return null;
  const length = lengthIn(rules.parameters);
  return new CandleSettler(history, stakeMinor).trades(payingSignals(signals, rules, ratioAt), length, ratioAt);
}

function signalAt(history: History, row: number, direction: number, length: TradeLength): SettleableSignal {
  const entryMs = entryMsAt(history, row);
  return {
    direction: direction === 1 ? 'CALL' : 'PUT',
    entryTime: epochMs(entryMs),
    entryPrice: price(at(history.candles.close, row)),
    ...expirationOf(entryMs, length),
  };
}

/**
 * Passes the signals of a strategy to a judge, which decides their trades by ticks. The progress is that of the judge,
 * because ticks take longer than signals.
 * @returns whether the end was reached
 */
export function judgeStrategy(
  history: History,
  rules: StrategyRules,
  { payout, stakeMinor, onProgress = () => true }: BacktestOptions,
  judge: TickJudge,
): boolean {
  const { candles, timeframeSeconds } = history;
  const signals = strategySignals(rules, candles, timeframeSeconds);
  if (signals === null) return false;
  const { rows, directions } = payingSignals(signals, rules, ratioAtOf(payout, history, stakeMinor));
  const length = lengthIn(rules.parameters);
  let reportRow = ROWS_PER_REPORT;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    if (row >= reportRow && !onProgress(row / candles.length)) return false;
    while (row >= reportRow) reportRow += ROWS_PER_REPORT;
    judge.judge(signalAt(history, row, directions[index] ?? 0, length));
  }
  return true;
}
