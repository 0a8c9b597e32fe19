import type { Cancel } from '@vigia/core/kernel';
import { BACKFILLED_AFTER_MS, type FeedTick } from '#port/index.ts';

/** One price by the broker's time, epoch milliseconds. */
export type Quote = { readonly timeMs: number; readonly price: number };

/** What the watches ask of a broker, on the connection there is. */
export interface TickSource {
  /**
   * Asks for the stream of that symbol; resolves when it flows, or cannot be had.
   * @param isWanted false once it would be pointless: to be looked at again after waiting for a turn
   */
  subscribe(symbol: string, isWanted: () => boolean): Promise<void>;
  unsubscribe(symbol: string): void;
  /** Prices after that time, ascending; asked for once the stream flows. Empty where they cannot be had. */
  since(symbol: string, afterMs: number): Promise<readonly Quote[]>;
}

export type TickWatchesOptions = {
  readonly source: TickSource;
  /** The broker's time, epoch milliseconds. */
  now(): number;
  tell(tick: FeedTick): void;
};

type Watch = {
  watchers: number;
  /** Of the last tick told; null before the first. */
  lastMs: number | null;
  /** Live ticks that wait for the gap before them to be filled; null while there is none. */
  held: Quote[] | null;
};

/** More is not made up for tick by tick: the candle history has it. */
const MAX_GAP_MS = 60 * 60_000;
/** A gap that takes longer to fill than this many ticks stays one. */
const MAX_HELD = 10_000;

/** Who watches which symbol, and the one ascending row of ticks each gets, gaps filled before what comes live. */
export class TickWatches {
  readonly #options: TickWatchesOptions;
  readonly #watches = new Map<string, Watch>();
  #isUp = false;

  constructor(options: TickWatchesOptions) {
    this.#options = options;
  }

  /** Begins with the connection where there is none. @param afterMs the time of the last tick one has, or null */
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

  /** On a fresh connection: everything is subscribed again, and what was missed comes first. */
  resume(): void {
    this.#isUp = true;
    for (const [symbol, watch] of this.#watches) void this.#begin(symbol, watch);
  }

  /** The connection is gone. What was held back behind a gap is part of the next one, so that nothing is lost. */
  onDrop(): void {
    this.#isUp = false;
  }

  /** A live price. */
  take(symbol: string, quote: Quote): void {
    const watch = this.#watches.get(symbol);
    if (!watch) return;
    if (watch.held === null) this.#tell(symbol, watch, quote);
    else if (watch.held.length < MAX_HELD) watch.held.push(quote);
  }

  /** Nothing is told any more. */
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
    // Dropped in between: the next resume fills both gaps.
    if (!isWanted()) return;
    watch.held = null;
    const liveMs = held[0]?.timeMs ?? Number.POSITIVE_INFINITY;
    for (const quote of missed) if (quote.timeMs < liveMs) this.#tell(symbol, watch, quote);
    for (const quote of held) this.#tell(symbol, watch, quote);
  }

  #tell(symbol: string, watch: Watch, { timeMs, price }: Quote): void {
    if (watch.lastMs !== null && timeMs <= watch.lastMs) return;
    watch.lastMs = timeMs;
    const backfilled = this.#options.now() - timeMs > BACKFILLED_AFTER_MS;
    this.#options.tell({ symbol, timeMs, price, backfilled });
  }
}
