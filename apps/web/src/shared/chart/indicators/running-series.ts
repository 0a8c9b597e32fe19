type Bar = { readonly timestamp: number; readonly close: number };

/**
 * An indicator of the core package. `push` adds a closed candle. `peek` returns the value that a forming candle would
 * give, without adding it.
 */
export interface Fold<Row> {
  push(close: number): Row;
  peek(close: number): Row;
}

/**
 * Computes an indicator for the bars of a chart whose last bar is still forming. A tick costs one call of `peek`, and a
 * new bar one call of `push`. All bars are computed again only if the first bar changes, which happens with another
 * series or older candles.
 */
export class RunningSeries<Row> {
  readonly #make: () => Fold<Row>;
  #fold: Fold<Row>;
  #rows: Row[] = [];
  /** Number of bars that were pushed so far. */
  #closed = 0;
  #firstMs = Number.NaN;
  #lastClosedMs = Number.NaN;

  constructor(make: () => Fold<Row>) {
    this.#make = make;
    this.#fold = make();
  }

  /** The rows that the last call of {@link along} returned. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** Returns one row per bar. The array stays the same object while bars are only appended. */
  along(bars: readonly Bar[]): Row[] {
    if (!this.#goesOn(bars)) this.#startAgain(bars[0]?.timestamp ?? Number.NaN);
    for (let bar = bars[this.#closed]; bar && this.#closed < bars.length - 1; bar = bars[this.#closed]) {
      this.#rows[this.#closed] = this.#fold.push(bar.close);
      this.#lastClosedMs = bar.timestamp;
      this.#closed += 1;
    }
    const forming = bars.at(-1);
    if (forming) this.#rows[bars.length - 1] = this.#fold.peek(forming.close);
    return this.#rows;
  }

  #goesOn(bars: readonly Bar[]): boolean {
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
