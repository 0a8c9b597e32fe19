import { Ema } from '../ema/ema.ts';
import { invariant } from '#kernel/index.ts';

/** What a MACD shows, in price units; each is NaN until defined. */
export type MacdValues = { readonly line: number; readonly signal: number; readonly histogram: number };

/**
 * Moving average convergence divergence as TA-Lib seeds it (shared/golden/README.md): both averages begin at index slow−1,
 * the fast one with the mean of the `fast` closes that end there; the signal is an EMA of the line, seeded with the mean of its first `signal` values.
 */
export class Macd {
  readonly #fast: Ema;
  readonly #slow: Ema;
  readonly #signal: Ema;
  /** Closes that the fast average sits out, so that its seed ends where the slow one's does. */
  readonly #headStart: number;
  #skipped = 0;

  /** @throws RangeError unless the periods are integers ≥ 1 and `fast` is below `slow`. */
  constructor(fast: number, slow: number, signal: number) {
    this.#fast = new Ema(fast);
    this.#slow = new Ema(slow);
    this.#signal = new Ema(signal);
    if (fast >= slow) throw new RangeError(`the fast period must be below the slow one, got ${fast} and ${slow}`);
    this.#headStart = slow - fast;
  }

  /** Takes the next closed candle; returns the new line, NaN until defined. */
  push(close: number): number {
    const slow = this.#slow.push(close);
    if (this.#skipped < this.#headStart) {
      this.#skipped += 1;
      return NaN;
    }
    const line = this.#fast.push(close) - slow;
    if (!Number.isNaN(line)) this.#signal.push(line);
    return line;
  }

  /** The values if the forming candle closed at `close` now; the state stays as it is. */
  peek(close: number): MacdValues {
    const line = this.#skipped < this.#headStart ? NaN : this.#fast.peek(close) - this.#slow.peek(close);
    const signal = this.#signal.peek(line);
    return { line, signal, histogram: line - signal };
  }

  /** Fast average − slow average; first at candle slow−1. */
  get line(): number {
    return this.#fast.value - this.#slow.value;
  }

  /** EMA of the line; first at candle slow+signal−2. */
  get signal(): number {
    return this.#signal.value;
  }

  /** Line − signal. */
  get histogram(): number {
    return this.line - this.signal;
  }

  /** The line. */
  get value(): number {
    return this.line;
  }

  /** Finite numbers only, so that it survives JSON bit for bit. */
  snapshot(): readonly number[] {
    return [this.#skipped, ...this.#fast.snapshot(), ...this.#slow.snapshot(), ...this.#signal.snapshot()];
  }

  /** Continues from a snapshot of a MACD of the same periods. */
  restore(state: readonly number[]): void {
    const [skipped] = state;
    invariant(skipped !== undefined && state.length === 7, 'a Macd snapshot holds 7 numbers');
    this.#skipped = skipped;
    this.#fast.restore(state.slice(1, 3));
    this.#slow.restore(state.slice(3, 5));
    this.#signal.restore(state.slice(5, 7));
  }
}
