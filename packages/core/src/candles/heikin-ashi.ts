type Prices = { readonly open: number; readonly high: number; readonly low: number; readonly close: number };

/** An averaged candle. Its prices are no market prices: nothing was traded at them. */
export type HeikinAshiCandle = Prices;

/**
 * Heikin Ashi ("average bar") candles, as D. Valcu describes them in "Using the Heikin-Ashi Technique", Technical
 * Analysis of Stocks & Commodities 22:2, 2004. Prices keep the unit of the candles.
 * - close = (open + high + low + close) / 4 of the candle
 * - open = (open + close) / 2 of the Heikin Ashi candle before; of the first candle, (open + close) / 2
 * - high and low = the largest and smallest of the candle's high and low and the two prices above
 *
 * They only change how a chart looks. Signals and trades never use them. The first open has no history: its influence
 * halves with each candle.
 */
export class HeikinAshi {
  #open = Number.NaN;
  #close = Number.NaN;

  /** Adds a closed candle and returns its Heikin Ashi candle. */
  push(candle: Prices): HeikinAshiCandle {
    const next = this.peek(candle);
    this.#open = next.open;
    this.#close = next.close;
    return next;
  }

  /** Returns the Heikin Ashi candle that a forming candle would give, without adding it. */
  peek({ open, high, low, close }: Prices): HeikinAshiCandle {
    const isFirst = Number.isNaN(this.#open);
    const averageOpen = isFirst ? (open + close) / 2 : (this.#open + this.#close) / 2;
    const averageClose = (open + high + low + close) / 4;
    return {
      open: averageOpen,
      high: Math.max(high, averageOpen, averageClose),
      low: Math.min(low, averageOpen, averageClose),
      close: averageClose,
    };
  }
}
