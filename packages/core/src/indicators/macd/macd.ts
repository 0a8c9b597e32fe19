import { at } from '#candles/index.ts';
import { invariant } from '#kernel/index.ts';
import { emaStep, emaWeight } from '../ema/ema.ts';
import { checkedPeriod } from '../period.ts';

/** The outputs of a MACD, in price units; each is NaN until defined. */
export type MacdValues = { readonly line: number; readonly signal: number; readonly histogram: number };

/**
 * Moving average convergence divergence with the initial values of TA-Lib (docs/spec/strategies.md §2). Both averages
 * begin at index slow−1, the fast one with the mean of the `fast` closes up to this index. The signal is an EMA of the
 * line that starts with the mean of its first `signal` values. The three averages are plain fields, so that `push` is
 * small enough for V8 to inline.
 */
export class Macd {
  readonly #fastPeriod: number;
  readonly #slowPeriod: number;
  readonly #signalPeriod: number;
  readonly #fastWeight: number;
  readonly #slowWeight: number;
  readonly #signalWeight: number;
  /** Number of closes that are still needed until the line and the signal are defined. */
  #missing: number;
  /** The sum of the last `fast` closes during warm-up, afterwards the fast average. */
  #fast = 0;
  #slow = 0;
  #signal = 0;

  /** @throws RangeError unless the periods are integers ≥ 1 and `fast` is below `slow`. */
  constructor(fast: number, slow: number, signal: number) {
    if (fast >= slow) throw new RangeError(`the fast period must be below the slow one, got ${fast} and ${slow}`);
    this.#fastPeriod = checkedPeriod(fast);
    this.#slowPeriod = checkedPeriod(slow);
    this.#signalPeriod = checkedPeriod(signal);
    this.#fastWeight = emaWeight(fast);
    this.#slowWeight = emaWeight(slow);
    this.#signalWeight = emaWeight(signal);
    this.#missing = slow + signal - 1;
  }

  /** Adds the next closed candle; returns the new line, NaN until defined. */
  push(close: number): number {
    if (this.#missing > 0) return this.#warmUp(close);
    const line = this.#step(close);
    this.#signal = emaStep(this.#signal, this.#signalWeight, line);
    return line;
  }

  /**
   * Adds the first `count` closes. Writes the line of candle `row` to `lines[row]`, the signal to `lines[count + row]`
   * and the histogram to `lines[2 · count + row]`; NaN until defined. The averages are in local variables, which is
   * faster than fields.
   */
  pushAll(closes: Float64Array, count: number, lines: Float64Array): void {
    let row = 0;
    for (; row < count && this.#missing > 0; row += 1) {
      this.push(at(closes, row));
      lines[row] = this.line;
      lines[count + row] = this.signal;
      lines[2 * count + row] = this.histogram;
    }
    let fast = this.#fast;
    let slow = this.#slow;
    let signal = this.#signal;
    for (; row < count; row += 1) {
      const close = at(closes, row);
      fast = emaStep(fast, this.#fastWeight, close);
      slow = emaStep(slow, this.#slowWeight, close);
      const line = fast - slow;
      signal = emaStep(signal, this.#signalWeight, line);
      lines[row] = line;
      lines[count + row] = signal;
      lines[2 * count + row] = line - signal;
    }
    this.#fast = fast;
    this.#slow = slow;
    this.#signal = signal;
  }

  /** Returns the values for the case that the forming candle closes now at `close`; the state does not change. */
  peek(close: number): MacdValues {
    const trial = new Macd(this.#fastPeriod, this.#slowPeriod, this.#signalPeriod);
    trial.restore(this.snapshot());
    trial.push(close);
    return { line: trial.line, signal: trial.signal, histogram: trial.histogram };
  }

  /** The fast average minus the slow average, first defined at candle slow−1; NaN before. */
  get line(): number {
    return this.#missing < this.#signalPeriod ? this.#fast - this.#slow : NaN;
  }

  /** The EMA of the line, first defined at candle slow+signal−2; NaN before. */
  get signal(): number {
    return this.#missing === 0 ? this.#signal : NaN;
  }

  /** The line minus the signal; NaN until both are defined. */
  get histogram(): number {
    return this.#missing === 0 ? this.#fast - this.#slow - this.#signal : NaN;
  }

  /** The line, under the name that every indicator uses for its value. */
  get value(): number {
    return this.line;
  }

  /** Returns the state as finite numbers only, so that JSON preserves every bit. */
  snapshot(): readonly number[] {
    return [this.#missing, this.#fast, this.#slow, this.#signal];
  }

  /** Restores a MACD from the snapshot of a MACD with the same periods. */
  restore(state: readonly number[]): void {
    const [missing, fast, slow, signal] = state;
    invariant(
      missing !== undefined && fast !== undefined && slow !== undefined && signal !== undefined,
      'a Macd snapshot holds 4 numbers',
    );
    this.#missing = missing;
    this.#fast = fast;
    this.#slow = slow;
    this.#signal = signal;
  }

  #step(close: number): number {
    const fast = emaStep(this.#fast, this.#fastWeight, close);
    const slow = emaStep(this.#slow, this.#slowWeight, close);
    this.#fast = fast;
    this.#slow = slow;
    return fast - slow;
  }

  #warmUp(close: number): number {
    this.#missing -= 1;
    const missingForLine = this.#missing - this.#signalPeriod + 1;
    if (missingForLine >= 0) this.#seedAverages(close, missingForLine);
    if (missingForLine > 0) return NaN;
    const line = missingForLine === 0 ? this.#fast - this.#slow : this.#step(close);
    this.#signal += line;
    if (this.#missing === 0) this.#signal /= this.#signalPeriod;
    return line;
  }

  /**
   * Adds a close to the sums; the fast sum includes only the last `fast` closes. The last close converts the sums to
   * means.
   */
  #seedAverages(close: number, missingForLine: number): void {
    this.#slow += close;
    if (missingForLine < this.#fastPeriod) this.#fast += close;
    if (missingForLine > 0) return;
    this.#fast /= this.#fastPeriod;
    this.#slow /= this.#slowPeriod;
  }
}
