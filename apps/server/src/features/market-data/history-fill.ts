import type { PriceFeed } from '@vigia/broker-kit/port';
import { candleAt } from '@vigia/core/candles';
import { type Clock, durationMs } from '@vigia/core/kernel';
import { LeaseLostError } from '#platform/cluster/cluster.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import { insertCandles, missingSpans, type SymbolCandle, type TimeSpan } from './market.repository.ts';
import type { RunWrite } from './market-store.ts';

/**
 * Seconds of generated history in one slice. The simulated market generates four hours in about 4 ms, well below the
 * limit of 20 ms for blocking work.
 */
const OWN_SLICE_S = 4 * 3_600;
const DAY_S = 86_400;
const BATCH_ROWS = 5_000;
/** Pause in milliseconds between two background slices, which leaves time for other work on the machine. */
const REST_MS = 15;
const RETRY_MS = 30_000;

type FillDeps = {
  readonly feed: PriceFeed;
  readonly db: Database;
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly log: Logger;
  /** Seconds of history in one request; absent if the source generates its history locally. */
  readonly sliceS?: number;
};

/**
 * Backfills the stored 1-minute candles from the source's own history. Each run looks for gaps in the stored candles,
 * so it also repairs an interrupted fill and candles lost while the database was unavailable.
 */
export class HistoryFill {
  readonly #deps: FillDeps;
  #stopped = false;
  #wake: () => void = () => undefined;
  #background: Promise<void> = Promise.resolve();

  constructor(deps: FillDeps) {
    this.#deps = deps;
  }

  /**
   * Fills the gaps of a span without pauses.
   * @returns false if the source is unreachable
   */
  async fillNow(symbols: readonly string[], spanOf: (symbol: string) => TimeSpan): Promise<boolean> {
    let pending: SymbolCandle[] = [];
    for (const symbol of symbols) {
      for await (const rows of this.#missing(symbol, spanOf(symbol))) {
        if (rows === null) return false;
        pending.push(...rows);
        if (pending.length < BATCH_ROWS) continue;
        await this.#insert(pending);
        pending = [];
      }
    }
    await this.#insert(pending);
    return true;
  }

  /** Starts to fill all symbols in the background, day by day, newest first, with pauses between slices. */
  startBackground(symbols: readonly string[], span: TimeSpan): void {
    this.#background = this.#fillDays(symbols, span).catch((error: unknown) => {
      const level = error instanceof LeaseLostError ? 'info' : 'error';
      this.#deps.log[level]({ err: error }, 'market history stays incomplete until the next start');
    });
  }

  /** Interrupts the fill, and resolves when the current slice is written. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    await this.#background;
  }

  /** Resolves when the background fill is complete. */
  get background(): Promise<void> {
    return this.#background;
  }

  async #fillDays(symbols: readonly string[], span: TimeSpan): Promise<void> {
    const startedMs = this.#deps.clock.monotonicMs();
    for (let toTime = span.toTime; toTime > span.fromTime && !this.#stopped; toTime -= DAY_S) {
      const day = { fromTime: Math.max(span.fromTime, toTime - DAY_S), toTime };
      for (const symbol of symbols) await this.#fillGently(symbol, day);
    }
    if (this.#stopped) return;
    const elapsedMs = Math.round(this.#deps.clock.monotonicMs() - startedMs);
    this.#deps.log.info({ symbols: symbols.length, elapsedMs }, 'market history is complete');
  }

  async #fillGently(symbol: string, day: TimeSpan): Promise<void> {
    for await (const rows of this.#missing(symbol, day)) {
      if (this.#stopped) return;
      if (rows === null) return this.#retryLater(symbol, day);
      await this.#insert(rows);
      await this.#rest(REST_MS);
    }
  }

  async #retryLater(symbol: string, day: TimeSpan): Promise<void> {
    this.#deps.log.warn({ symbol, retryMs: RETRY_MS }, 'the source does not answer for its history');
    await this.#rest(RETRY_MS);
    if (!this.#stopped) await this.#fillGently(symbol, day);
  }

  /**
   * Yields the source's candles for the gaps in the stored candles, newest slice first. Yields null and ends if the
   * source does not answer.
   */
  async *#missing(symbol: string, span: TimeSpan): AsyncGenerator<SymbolCandle[] | null> {
    const missing = await missingSpans(this.#deps.db.sql, this.#deps.feed.source, symbol, span);
    for (const { fromTime, toTime } of missing.flatMap((gap) => slices(gap, this.#deps.sliceS ?? OWN_SLICE_S))) {
      const history = await this.#deps.feed.historyCandles(symbol, fromTime * 1_000, toTime * 1_000);
      if (!history.ok) {
        yield null;
        return;
      }
      const candles = history.value;
      yield Array.from({ length: candles.length }, (_, row) => ({ symbol, candle: candleAt(candles, row) }));
    }
  }

  #insert(rows: readonly SymbolCandle[]): Promise<void> {
    const { write, feed } = this.#deps;
    return rows.length === 0 ? Promise.resolve() : write((sql) => insertCandles(sql, feed.source, rows));
  }

  /** Waits between slices. Returns at once after a stop, even after a stop during the write of a slice. */
  #rest(ms: number): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#deps.clock.after(durationMs(ms), resolve);
    });
  }
}

/** Splits a span into slices, newest first. */
function slices({ fromTime, toTime }: TimeSpan, sliceS: number): TimeSpan[] {
  const parts: TimeSpan[] = [];
  for (let end = toTime; end > fromTime; end -= sliceS) {
    parts.push({ fromTime: Math.max(fromTime, end - sliceS), toTime: end });
  }
  return parts;
}
