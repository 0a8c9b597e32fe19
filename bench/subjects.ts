import type { BacktestOptions, BacktestSubject } from '@vigia/core/backtest';
import { minorUnits, type Result, ratio } from '@vigia/core/kernel';
import { completeSetup } from '@vigia/core/pcr';
import { completeRules, type StrategyType } from '@vigia/core/strategies';

/** Stake of ten units per trade, payout of 80 %. */
export const OPTIONS: BacktestOptions = { payout: ratio(0.8), stakeMinor: minorUnits(1_000) };

export function valueOf<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/**
 * Creates a setup for a backtest. Missing fields get their defaults. The schema of the API is not used: it would be
 * loaded by every thread of a sweep, and its objects would lengthen every garbage collection.
 */
export const setup = (input: object): BacktestSubject => ({ kind: 'pcr', rules: completeSetup(input) });

/** Creates a strategy on 5-minute candles. Missing parameters get their defaults. */
export const strategy = (type: StrategyType, parameters: object = {}): BacktestSubject => ({
  kind: 'strategy',
  rules: completeRules(type, { ...parameters }),
  timeframe: '5m',
});

/** Returns the memory of this process as text for a result row. */
export const memoryText = (): string => `${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB`;
