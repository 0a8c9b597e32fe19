import { invariant } from '#kernel/index.ts';
import { checkedPeriod } from '../period.ts';
import { WilderAverage } from '../wilder.ts';

/** `100·(avgGain/(avgGain+avgLoss))`; 0/0, no change at all, gives 0; NaN stays NaN. */
function strength(averageGain: number, averageLoss: number): number {
  const total = averageGain + averageLoss;
  return total === 0 ? 0 : 100 * (averageGain / total);
}

/** Relative strength index, Wilder's, 0–100 (pcr.md §2): first value at candle n, from the first n changes of the close. */
export class Rsi {
  readonly #gain: WilderAverage;
  readonly #loss: WilderAverage;
  #started = false;
  #previousClose = 0;

  /** @throws RangeError unless `period` is an integer ≥ 1. */
  constructor(period: number) {
    this.#gain = new WilderAverage(checkedPeriod(period));
    this.#loss = new WilderAverage(period);
  }

  /** Takes the next closed candle; returns the new value, NaN until defined. */
  push(close: number): number {
    const change = close - this.#previousClose;
    this.#previousClose = close;
    if (!this.#started) {
      this.#started = true;
      return NaN;
    }
    return strength(this.#gain.push(change > 0 ? change : 0), this.#loss.push(change < 0 ? -change : 0));
  }

  /** The value if the forming candle closed at `close` now; the state stays as it is. */
  peek(close: number): number {
    if (!this.#started) return NaN;
    const change = close - this.#previousClose;
    return strength(this.#gain.peek(change > 0 ? change : 0), this.#loss.peek(change < 0 ? -change : 0));
  }

  /** NaN until defined. */
  get value(): number {
    return strength(this.#gain.value, this.#loss.value);
  }

  /** True when the value is defined but says nothing: no change at all in its memory (avgGain + avgLoss is 0). */
  get flat(): boolean {
    return this.#gain.value + this.#loss.value === 0;
  }

  /** Finite numbers only, so that it survives JSON bit for bit. */
  snapshot(): readonly number[] {
    return [this.#started ? 1 : 0, this.#previousClose, ...this.#gain.snapshot(), ...this.#loss.snapshot()];
  }

  /** Continues from a snapshot of an RSI of the same period. */
  restore(state: readonly number[]): void {
    const [started, previousClose, gains, gain, losses, loss] = state;
    invariant(previousClose !== undefined && state.length === 6, 'an Rsi snapshot holds 6 numbers');
    this.#started = started === 1;
    this.#previousClose = previousClose;
    this.#gain.restore(gains, gain);
    this.#loss.restore(losses, loss);
  }
}
