import { at, type CandleColumns } from '@vigia/core/candles';
import { type SettleableSignal, type Settlement, SettlementBook } from '@vigia/core/pcr';
import type { Timeframe } from '@vigia/core/vocabulary';
import type { PricePoint } from '../market-data/index.ts';

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

  /** @param latest the last tick there was: an outcome may hang on it */
  add(signal: OpenSignal, latest: PricePoint | null): void {
    const books = this.#bySymbol.get(signal.symbol) ?? new Map<string, Book>();
    this.#bySymbol.set(signal.symbol, books);
    const key = bookOf(signal);
    const book = books.get(key) ?? new SettlementBook<OpenSignal>(MINUTE_S, this.#onSettled);
    if (!books.has(key) && latest !== null) book.pushTick(latest.timeMs, latest.price);
    books.set(key, book);
    book.add(signal);
  }

  takeTick(symbol: string, timeMs: number, price: number): void {
    this.#each(symbol, (book) => book.pushTick(timeMs, price));
  }

  /**
   * Stored minutes, ascending. Each counts as one tick at its very end: with expirations on whole minutes that decides every
   * outcome as its last real tick would. @returns the time of the last of them, epoch milliseconds
   */
  takeMinutes(symbol: string, minutes: CandleColumns): number {
    let timeMs = -Infinity;
    for (let row = 0; row < minutes.length; row += 1) {
      timeMs = (at(minutes.time, row) + MINUTE_S) * 1_000 - 1;
      this.takeTick(symbol, timeMs, at(minutes.close, row));
    }
    return timeMs;
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
