import type { ChartTimeframe } from '@vigia/core/vocabulary';

type CandleInterest = { readonly symbol: string; readonly timeframe: ChartTimeframe };

/** The ticks and candles that one part of the screen needs. */
export type WatchInterest = {
  /** Symbols of the ticks. */
  readonly symbols?: readonly string[];
  readonly candles?: readonly CandleInterest[];
};

/**
 * Computes the union of the subscriptions of all parts of the screen. A symbol stays subscribed while at least one part
 * needs it.
 */
export class Interest {
  readonly #symbols = new Map<string, number>();
  readonly #candles = new Map<string, { readonly wanted: CandleInterest; count: number }>();
  readonly #changed: () => void;
  #announced = false;

  /**
   * Creates an empty set of subscriptions.
   * @param changed called once per turn of the event loop, however many changes there were
   */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  add(interest: WatchInterest): () => void {
    let released = false;
    this.#count(interest, 1);
    return () => {
      if (released) return;
      released = true;
      this.#count(interest, -1);
    };
  }

  union(): { symbols: string[]; candles: CandleInterest[] } {
    return { symbols: [...this.#symbols.keys()], candles: [...this.#candles.values()].map((each) => each.wanted) };
  }

  #count({ symbols = [], candles = [] }: WatchInterest, step: 1 | -1): void {
    for (const symbol of symbols) {
      const count = (this.#symbols.get(symbol) ?? 0) + step;
      if (count > 0) this.#symbols.set(symbol, count);
      else this.#symbols.delete(symbol);
    }
    for (const wanted of candles) {
      const key = `${wanted.symbol} ${wanted.timeframe}`;
      const count = (this.#candles.get(key)?.count ?? 0) + step;
      if (count > 0) this.#candles.set(key, { wanted, count });
      else this.#candles.delete(key);
    }
    this.#announce();
  }

  #announce(): void {
    if (this.#announced) return;
    this.#announced = true;
    queueMicrotask(() => {
      this.#announced = false;
      this.#changed();
    });
  }
}
