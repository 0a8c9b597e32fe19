import { type SettleableSignal, type Settlement, SettlementBook } from '@vigia/core/pcr';
import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';

const MINUTE_S = 60;

/** A published signal that has no outcome yet. */
export type OpenSignal = SettleableSignal & {
  readonly strategyId: string;
  readonly userId: string;
  readonly source: PriceSource;
  readonly symbol: string;
  readonly timeframe: Timeframe;
};

type Book = SettlementBook<OpenSignal>;
/** The open signals of one asset of one market. */
type SymbolBooks = { readonly source: PriceSource; readonly symbol: string; readonly books: Map<string, Book> };

/**
 * Returns the key of the book for a signal. A book has one timeframe and duration, so that its signals expire in the
 * order of their addition.
 */
const bookOf = ({ timeframe, entryTime, expirationTime }: OpenSignal): string =>
  `${timeframe}|${expirationTime - entryTime}`;

/**
 * Open signals of all strategies. Ticks of their symbol and market settle them (docs/spec/pcr.md §6), also after their
 * strategy was stopped. Empty books are removed.
 */
export class OutcomeBooks {
  readonly #onSettled: (settlement: Settlement<OpenSignal>) => void;
  /** Open signals by price source and symbol. Finding the signals of a tick allocates no memory. */
  readonly #bySource = new Map<PriceSource, Map<string, SymbolBooks>>();

  constructor(onSettled: (settlement: Settlement<OpenSignal>) => void) {
    this.#onSettled = onSettled;
  }

  /** Returns the assets with open signals. */
  get places(): readonly Pick<SymbolBooks, 'source' | 'symbol'>[] {
    return [...this.#bySource.values()].flatMap((places) => [...places.values()]);
  }

  /** Adds a new signal. The caller adds it before it applies any tick after the signal's entry. */
  add(signal: OpenSignal): void {
    const { source, symbol } = signal;
    const places = this.#bySource.get(source) ?? new Map<string, SymbolBooks>();
    const place = places.get(symbol) ?? { source, symbol, books: new Map<string, Book>() };
    this.#bySource.set(source, places.set(symbol, place));
    const { books } = place;
    const key = bookOf(signal);
    const book = books.get(key) ?? new SettlementBook<OpenSignal>(MINUTE_S, this.#onSettled);
    // The last tick before the entry is the close of the candle; it decides the outcome if no other tick arrives.
    if (!books.has(key)) book.pushTick(signal.entryTime - 1, signal.entryPrice);
    books.set(key, book);
    book.add(signal);
  }

  onTick(source: PriceSource, symbol: string, timeMs: number, price: number): void {
    this.#each(source, symbol, (book) => book.pushTick(timeMs, price));
  }

  advanceClock(source: PriceSource, symbol: string, nowMs: number): void {
    this.#each(source, symbol, (book) => book.advanceClock(nowMs));
  }

  #each(source: PriceSource, symbol: string, visit: (book: Book) => void): void {
    const places = this.#bySource.get(source);
    const books = places?.get(symbol)?.books;
    if (books === undefined) return;
    for (const [name, book] of books) {
      visit(book);
      if (book.open.length === 0) books.delete(name);
    }
    if (books.size === 0) places?.delete(symbol);
  }
}
