import { invariant } from '#kernel/index.ts';
import { checkedPeriod } from '../period.ts';
import { WilderAverage } from '../wilder.ts';

/** `max(high−low, |high − previous close|, |low − previous close|)` (pcr.md §2). */
function trueRange(high: number, low: number, previousClose: number): number {
  return Math.max(high - low, Math.abs(high - previousClose), Math.abs(low - previousClose));
}

/** Average true range, Wilder's (pcr.md §2), in price units: first value at candle n, the mean of the true ranges 1 to n. */
export class Atr {
  readonly #average: WilderAverage;
  #started = false;
  #previousClose = 0;

  /** @throws RangeError unless `period` is an integer ≥ 1. */
  constructor(period: number) {
    this.#average = new WilderAverage(checkedPeriod(period));
  }

  /** Takes the next closed candle; returns the new value, NaN until defined. */
  push(high: number, low: number, close: number): number {
    const previousClose = this.#previousClose;
    this.#previousClose = close;
    if (this.#started) return this.#average.push(trueRange(high, low, previousClose));
    this.#started = true;
    return NaN;
  }

  /** The value if the forming candle closed with these numbers now; the state stays as it is. Its own close has no part in it. */
  peek(high: number, low: number, _close: number): number {
    return this.#started ? this.#average.peek(trueRange(high, low, this.#previousClose)) : NaN;
  }

  /** NaN until defined. */
  get value(): number {
    return this.#average.value;
  }

  /** Finite numbers only, so that it survives JSON bit for bit. */
  snapshot(): readonly number[] {
    return [this.#started ? 1 : 0, this.#previousClose, ...this.#average.snapshot()];
  }

  /** Continues from a snapshot of an ATR of the same period. */
  restore(state: readonly number[]): void {
    const [started, previousClose, count, average] = state;
    invariant(previousClose !== undefined && state.length === 4, 'an Atr snapshot holds 4 numbers');
    this.#started = started === 1;
    this.#previousClose = previousClose;
    this.#average.restore(count, average);
  }
}
