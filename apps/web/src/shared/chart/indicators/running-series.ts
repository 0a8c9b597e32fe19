type Bar = { readonly timestamp: number; readonly close: number };

/** The input of an indicator that reads only closes. */
export const closeOf = ({ close }: Bar): number => close;

/**
 * An indicator of the core package. `push` adds a closed candle. `peek` returns the value that a forming candle would
 * give, without adding it.
 */
export interface IndicatorFold<Row, Input = number> {
  push(input: Input): Row;
  peek(input: Input): Row;
}

/**
 * Computes an indicator for the bars of a chart whose last bar is still forming. A tick costs one call of `peek`, and a
 * new bar one call of `push`. All bars are computed again only if the first bar changes, which happens with another
 * series or older candles.
 */
export class RunningSeries<Row, Input, Of extends Bar> {
  readonly #make: () => IndicatorFold<Row, Input>;
  readonly #inputOf: (bar: Of) => Input;
  #fold: IndicatorFold<Row, Input>;
  #rows: Row[] = [];
  /** Number of bars that were pushed so far. */
  #closed = 0;
  #firstMs = Number.NaN;
  #lastClosedMs = Number.NaN;

  /** @param inputOf reads from a bar what the indicator needs */
  constructor(make: () => IndicatorFold<Row, Input>, inputOf: (bar: Of) => Input) {
    this.#make = make;
    this.#inputOf = inputOf;
    this.#fold = make();
  }

  /** The rows that the last call of {@link along} returned. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** Returns one row per bar. The array stays the same object while bars are only appended. */
  along(bars: readonly Of[]): Row[] {
    if (!this.#goesOn(bars)) this.#startAgain(bars[0]?.timestamp ?? Number.NaN);
    for (let bar = bars[this.#closed]; bar && this.#closed < bars.length - 1; bar = bars[this.#closed]) {
      this.#rows[this.#closed] = this.#fold.push(this.#inputOf(bar));
      this.#lastClosedMs = bar.timestamp;
      this.#closed += 1;
    }
    const forming = bars.at(-1);
    if (forming) this.#rows[bars.length - 1] = this.#fold.peek(this.#inputOf(forming));
    return this.#rows;
  }

  #goesOn(bars: readonly Of[]): boolean {
    if (bars[0]?.timestamp !== this.#firstMs || bars.length <= this.#closed) return false;
    return this.#closed === 0 || bars[this.#closed - 1]?.timestamp === this.#lastClosedMs;
  }

  #startAgain(firstMs: number): void {
    this.#fold = this.#make();
    this.#rows = [];
    this.#closed = 0;
    this.#firstMs = firstMs;
    this.#lastClosedMs = Number.NaN;
  }
}
