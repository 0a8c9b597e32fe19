import { at, type CandleColumns } from '#candles/index.ts';
import { RuleColumns, type SignalRows } from '#rules/index.ts';
import { type Gates, TimeGates } from './gates.ts';
import type { StrategyRules } from './registry.ts';
import { rulesOf } from './rules-of.ts';

export type { SignalRows } from '#rules/index.ts';

const OPEN = 1;
const CLOSED = -1;

/**
 * Signals of many strategies over one history. Strategies share indicators, conditions and the hours of their gates.
 * The signals are those of `StrategyFold`; property tests compare the two.
 */
export class StrategyColumns {
  readonly #rules: RuleColumns;
  readonly #candles: CandleColumns;
  readonly #timeframeSeconds: number;
  readonly #hours = new Map<string, (row: number) => boolean>();

  constructor(candles: CandleColumns, timeframeSeconds: number) {
    this.#rules = new RuleColumns(candles, timeframeSeconds);
    this.#candles = candles;
    this.#timeframeSeconds = timeframeSeconds;
  }

  /**
   * Returns the signals of a strategy that its gates admit, except for the gate of the payout. The next call reuses the
   * memory of the signals.
   * @throws RangeError for parameters outside the ranges of their definition
   */
  signals(rules: StrategyRules): SignalRows {
    const signals = this.#rules.signals(rulesOf(rules));
    const { gates } = rules.parameters;
    return gates === undefined ? signals : this.#admitted(signals, gates);
  }

  #admitted({ rows, directions }: SignalRows, gates: Gates): SignalRows {
    const isOpenAt = this.#hoursOf(gates);
    let count = 0;
    let last = -Infinity;
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] ?? 0;
      if (!isOpenAt(row) || row - last - 1 < gates.cooldown_candles) continue;
      last = row;
      rows[count] = row;
      directions[count++] = directions[index] ?? 0;
    }
    return { rows: rows.subarray(0, count), directions: directions.subarray(0, count) };
  }

  /** Returns a function that tests whether hours and days admit a signal at the close of a candle. */
  #hoursOf({ hours, days, time_zone }: Gates): (row: number) => boolean {
    const key = JSON.stringify([hours, days, time_zone]);
    const known = this.#hours.get(key);
    if (known !== undefined) return known;
    const gates = new TimeGates(
      { hours, days, time_zone, cooldown_candles: 0, payout_min: null },
      this.#timeframeSeconds,
    );
    const states = new Int8Array(this.#candles.length);
    const isOpenAt = (row: number): boolean => {
      if (states[row] === 0) {
        gates.nextCandle();
        states[row] = gates.admit(at(this.#candles.time, row)) === null ? OPEN : CLOSED;
      }
      return states[row] === OPEN;
    };
    this.#hours.set(key, isOpenAt);
    return isOpenAt;
  }
}
