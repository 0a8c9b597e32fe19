import { BACKFILLED_AFTER_MS, type FeedTick } from '@vigia/broker-kit/port';
import type { Cancel, Clock } from '@vigia/core/kernel';

type Pair = readonly [timeMs: number, price: number];
type Watch = { watchers: number; lastMs: number | null; held: Pair[] | null };

/** What the session can ask of the broker for a symbol. */
export type TickSource = {
  subscribe(symbol: string): Promise<void>;
  unsubscribe(symbol: string): void;
  /** Ticks after that time, as far as they can be had. */
  since(symbol: string, afterMs: number): Promise<readonly Pair[]>;
};

/** Who watches which symbol, and the one ascending row of ticks each gets, gaps filled before what comes live. */
export class TickWatches {
  readonly #clock: Clock;
  readonly #source: TickSource;
  readonly #tell: (tick: FeedTick) => void;
  readonly #watches = new Map<string, Watch>();

  constructor(clock: Clock, source: TickSource, tell: (tick: FeedTick) => void) {
    this.#clock = clock;
    this.#source = source;
    this.#tell = tell;
  }

  watch(symbol: string, afterMs: number | null = null): Cancel {
    const watch = this.#watches.get(symbol) ?? { watchers: 0, lastMs: afterMs, held: null };
    this.#watches.set(symbol, watch);
    watch.watchers += 1;
    if (watch.watchers === 1) void this.#begin(symbol, watch);
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      watch.watchers -= 1;
      if (watch.watchers > 0) return;
      this.#watches.delete(symbol);
      this.#source.unsubscribe(symbol);
    };
  }

  /** On a fresh connection everything is subscribed again; what was missed comes first. */
  async renew(): Promise<void> {
    await Promise.all([...this.#watches].map(([symbol, watch]) => this.#begin(symbol, watch)));
  }

  take(symbol: string, tick: Pair): void {
    const watch = this.#watches.get(symbol);
    if (watch?.held) watch.held.push(tick);
    else if (watch) this.#hand(symbol, watch, [tick]);
  }

  /** Nothing is told any more. */
  clear(): void {
    this.#watches.clear();
  }

  async #begin(symbol: string, watch: Watch): Promise<void> {
    watch.held = [];
    await this.#source.subscribe(symbol);
    const missed = watch.lastMs === null ? [] : await this.#source.since(symbol, watch.lastMs);
    if (this.#watches.get(symbol) !== watch) return;
    const held = watch.held ?? [];
    watch.held = null;
    this.#hand(symbol, watch, [...missed, ...held]);
  }

  #hand(symbol: string, watch: Watch, ticks: readonly Pair[]): void {
    for (const [timeMs, price] of ticks) {
      if (timeMs <= (watch.lastMs ?? -Infinity)) continue;
      watch.lastMs = timeMs;
      this.#tell({ symbol, timeMs, price, backfilled: this.#clock.now() - timeMs > BACKFILLED_AFTER_MS });
    }
  }
}
