import type { BacktestOptions, BacktestSubject } from '@vigia/core/backtest';
import { minorUnits, type Result, ratio } from '@vigia/core/kernel';
import { parsePcrSetup } from '@vigia/core/pcr';
import { parseStrategyRules } from '@vigia/core/strategies';

/** Stake of ten units per trade, payout of 80 %. */
export const OPTIONS: BacktestOptions = { payout: ratio(0.8), stakeMinor: minorUnits(1_000) };

export function valueOf<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** Creates a setup for the backtest from this input, with defaults for everything else. */
export const setup = (input: object): BacktestSubject => ({ kind: 'pcr', rules: valueOf(parsePcrSetup(input)) });

/** Creates a strategy on 5-minute candles with these parameters, and defaults for all others. */
export const strategy = (type: string, parameters: object = {}): BacktestSubject => ({
  kind: 'strategy',
  rules: valueOf(parseStrategyRules({ type, parameters })),
  timeframe: '5m',
});

/** Returns the memory of this process as text for a row of results. */
export const memory = (): string => `${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB`;
