import { type SettleableSignal, type Settlement, SettlementBook } from '@vigia/core/pcr';
import type { Timeframe } from '@vigia/core/vocabulary';

const MINUTE_S = 60;

/** A published signal that has not been decided. */
export type OpenSignal = SettleableSignal & {
  readonly strategyId: string;
  readonly symbol: string;
  readonly timeframe: Timeframe;
};

type Book = SettlementBook<OpenSignal>;

/** What a book holds expires in the order it came: all of one timeframe and duration. */
const bookOf = ({ timeframe, entryTime, expirationTime }: OpenSignal): string =>
  `${timeframe}|${expirationTime - entryTime}`;

/**
 * Open signals of all strategies, decided by the ticks of their symbols (pcr.md §6), whether their strategy still runs or not.
 * A book lives as long as it holds something.
 */
export class OutcomeBooks {
  readonly #onSettled: (settlement: Settlement<OpenSignal>) => void;
  readonly #bySymbol = new Map<string, Map<string, Book>>();

  constructor(onSettled: (settlement: Settlement<OpenSignal>) => void) {
    this.#onSettled = onSettled;
  }

  get symbols(): readonly string[] {
    return [...this.#bySymbol.keys()];
  }

  /** A signal just found; the ticks after its entry come only now. */
  add(signal: OpenSignal): void {
    const books = this.#bySymbol.get(signal.symbol) ?? new Map<string, Book>();
    this.#bySymbol.set(signal.symbol, books);
    const key = bookOf(signal);
    const book = books.get(key) ?? new SettlementBook<OpenSignal>(MINUTE_S, this.#onSettled);
    // The last tick before the entry is the candle's close; without any other the outcome hangs on it.
    if (!books.has(key)) book.pushTick(signal.entryTime - 1, signal.entryPrice);
    books.set(key, book);
    book.add(signal);
  }

  takeTick(symbol: string, timeMs: number, price: number): void {
    this.#each(symbol, (book) => book.pushTick(timeMs, price));
  }

  advanceClock(symbol: string, nowMs: number): void {
    this.#each(symbol, (book) => book.advanceClock(nowMs));
  }

  #each(symbol: string, visit: (book: Book) => void): void {
    const books = this.#bySymbol.get(symbol);
    if (books === undefined) return;
    for (const [key, book] of books) {
      visit(book);
      if (book.open.length === 0) books.delete(key);
    }
    if (books.size === 0) this.#bySymbol.delete(symbol);
  }
}
