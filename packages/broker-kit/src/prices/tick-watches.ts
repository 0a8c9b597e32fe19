import type { Cancel } from '@vigia/core/kernel';
import { BACKFILLED_AFTER_MS, type FeedTick } from '#port/index.ts';

/** One price by the broker's time, epoch milliseconds. */
export type Quote = { readonly timeMs: number; readonly price: number };

/** The requests that tick watches send to a broker over the open connection. */
export interface TickSource {
  /**
   * Subscribes to the tick stream of a symbol. Resolves when the subscription is active, or if the stream is not
   * available.
   * @param isWanted returns false once the watch has ended. The implementation checks it again after it has waited for
   * the rate limit
   */
  subscribe(symbol: string, isWanted: () => boolean): Promise<void>;
  unsubscribe(symbol: string): void;
  /**
   * Returns the prices after the given time, ascending; empty if they are not available. Tick watches call this method
   * once the subscription is active.
   */
  since(symbol: string, afterMs: number): Promise<readonly Quote[]>;
}

export type TickWatchesOptions = {
  readonly source: TickSource;
  /** Returns the broker's time, epoch milliseconds. */
  now(): number;
  publish(tick: FeedTick): void;
};

type Watch = {
  watchers: number;
  /** Time of the last published tick, epoch milliseconds; null before the first. */
  lastMs: number | null;
  /** Live ticks that wait until the gap before them is filled; null while there is no gap. */
  held: Quote[] | null;
};

/**
 * Longest part of a gap that is filled tick by tick, counted back from now. If the gap is longer, the candle history
 * covers its earlier part.
 */
const MAX_GAP_MS = 60 * 60_000;
/** Largest number of live ticks that wait while a gap is filled. If more arrive, the gap stays open. */
const MAX_HELD = 10_000;

/** Watched symbols, each with one ascending series of ticks. Gaps are filled before live ticks are published. */
export class TickWatches {
  readonly #options: TickWatchesOptions;
  readonly #watches = new Map<string, Watch>();
  #isUp = false;

  constructor(options: TickWatchesOptions) {
    this.#options = options;
  }

  /**
   * Watches a symbol. If there is no connection, the watch starts with the next connection.
   * @param afterMs the time of the last tick that the caller has, or null
   */
  watch(symbol: string, afterMs: number | null = null): Cancel {
    const watch = this.#watches.get(symbol) ?? { watchers: 0, lastMs: afterMs, held: null };
    this.#watches.set(symbol, watch);
    watch.watchers += 1;
    if (watch.watchers === 1 && this.#isUp) void this.#begin(symbol, watch);
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      watch.watchers -= 1;
      if (watch.watchers === 0) this.#end(symbol, watch);
    };
  }

  /** Handles a new connection: subscribes to every watched symbol and publishes missed ticks first. */
  resume(): void {
    this.#isUp = true;
    for (const [symbol, watch] of this.#watches) void this.#begin(symbol, watch);
  }

  /** Handles a lost connection. Ticks that wait behind a gap become part of the next gap, so that no tick is lost. */
  onDrop(): void {
    this.#isUp = false;
  }

  /** Handles a live price. */
  onTick(symbol: string, quote: Quote): void {
    const watch = this.#watches.get(symbol);
    if (!watch) return;
    if (watch.held === null) this.#publish(symbol, watch, quote);
    else if (watch.held.length < MAX_HELD) watch.held.push(quote);
  }

  /** Stops publishing. */
  clear(): void {
    this.#watches.clear();
  }

  #end(symbol: string, watch: Watch): void {
    if (this.#watches.get(symbol) !== watch) return;
    this.#watches.delete(symbol);
    if (this.#isUp) this.#options.source.unsubscribe(symbol);
  }

  async #begin(symbol: string, watch: Watch): Promise<void> {
    const { source, now } = this.#options;
    const { lastMs } = watch;
    const held: Quote[] | null = lastMs === null ? null : [];
    watch.held = held;
    const isWanted = () => this.#isUp && watch.held === held && this.#watches.get(symbol) === watch;
    await source.subscribe(symbol, isWanted);
    if (held === null || lastMs === null || !isWanted()) return;
    const missed = await source.since(symbol, Math.max(lastMs, now() - MAX_GAP_MS));
    // The connection was lost during the request, so the next resume fills both gaps.
    if (!isWanted()) return;
    watch.held = null;
    const liveMs = held[0]?.timeMs ?? Number.POSITIVE_INFINITY;
    for (const quote of missed) if (quote.timeMs < liveMs) this.#publish(symbol, watch, quote);
    for (const quote of held) this.#publish(symbol, watch, quote);
  }

  #publish(symbol: string, watch: Watch, { timeMs, price }: Quote): void {
    if (watch.lastMs !== null && timeMs <= watch.lastMs) return;
    watch.lastMs = timeMs;
    const backfilled = this.#options.now() - timeMs > BACKFILLED_AFTER_MS;
    this.#options.publish({ symbol, timeMs, price, backfilled });
  }
}
