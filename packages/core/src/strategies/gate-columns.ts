import { at, type CandleColumns } from '#candles/index.ts';
import { firstSignals, type SignalRows } from '#rules/index.ts';
import { type Gates, TimeGates } from './gates.ts';
import type { StrategyRules } from './registry.ts';

const OPEN = 1;
const CLOSED = -1;

/** Gates of strategies over one history, except for the gate of the payout. Strategies share hours and days. */
export class GateColumns {
  readonly #candles: CandleColumns;
  readonly #timeframeSeconds: number;
  readonly #hours = new Map<string, (row: number) => boolean>();

  constructor(candles: CandleColumns, timeframeSeconds: number) {
    this.#candles = candles;
    this.#timeframeSeconds = timeframeSeconds;
  }

  /** Returns the signals that the gates of a strategy admit, in the memory of the given signals. */
  admitted(signals: SignalRows, { parameters: { gates } }: StrategyRules): SignalRows {
    if (gates === undefined) return signals;
    const { rows, directions } = signals;
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
    return firstSignals(signals, count);
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
