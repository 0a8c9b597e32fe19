import { type CandleColumns } from '#candles/index.ts';
import { RuleColumns, type SignalRows, signalsInBlocks } from '#rules/index.ts';
import { GateColumns } from './gate-columns.ts';
import type { StrategyRules } from './registry.ts';
import { rulesOf } from './rules-of.ts';

export type { SignalRows } from '#rules/index.ts';

/**
 * Returns the signals of one strategy over a history that its gates admit, except for the gate of the payout. The
 * signals are those of `StrategyFold`; property tests compare the two.
 * @param goesOn receives the fraction done every few ten thousand candles; a return value of `false` stops the run
 * @returns null if it was stopped
 * @throws RangeError for parameters outside the ranges of their definition
 */
export function strategySignals(
  rules: StrategyRules,
  candles: CandleColumns,
  timeframeSeconds: number,
  goesOn?: (fraction: number) => boolean,
): SignalRows | null {
  const signals = signalsInBlocks(rulesOf(rules), candles, timeframeSeconds, goesOn);
  return signals && new GateColumns(candles, timeframeSeconds).admitted(signals, rules);
}

/**
 * Signals of many strategies over one history. Strategies share indicators, conditions and the hours of their gates.
 * The signals are those of `strategySignals`.
 */
export class StrategyColumns {
  readonly #rules: RuleColumns;
  readonly #gates: GateColumns;

  constructor(candles: CandleColumns, timeframeSeconds: number) {
    this.#rules = new RuleColumns(candles, timeframeSeconds);
    this.#gates = new GateColumns(candles, timeframeSeconds);
  }

  /**
   * Returns the signals of a strategy that its gates admit, except for the gate of the payout. The next call reuses the
   * memory of the signals.
   * @throws RangeError for parameters outside the ranges of their definition
   */
  signals(rules: StrategyRules): SignalRows {
    return this.#gates.admitted(this.#rules.signals(rulesOf(rules)), rules);
  }
}
