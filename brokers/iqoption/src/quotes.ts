import { BACKFILLED_AFTER_MS, type FeedTick } from '@vigia/broker-kit/port';
import type { Cancel } from '@vigia/core/kernel';
import { readCandles } from './candles.ts';
import type { IqClient, Subscription } from './client.ts';
import { isRecord } from './wire/frames.ts';
import type { WireCandle } from './wire/messages.ts';

type QuotesOptions = {
  readonly client: IqClient;
  activeId(symbol: string): number | undefined;
  /** The broker's time. */
  now(): number;
  tell(tick: FeedTick): void;
};

type Quote = { readonly timeMs: number; readonly price: number };

type Watched = {
  readonly symbol: string;
  /** null until the broker has told of such an asset. */
  activeId: number | null;
  watchers: number;
  /** Of the last tick told; null before the first. */
  lastMs: number | null;
  /** Live ticks that wait for the gap before them to be filled; null while there is none. */
  heldBack: Quote[] | null;
};

/** More is not made up for tick by tick: the candle history has it. */
const MAX_GAP_MS = 60 * 60_000;

/** Live prices of the watched symbols; after a drop what was missed comes first, out of the 1-second candles. */
export class Quotes {
  readonly #options: QuotesOptions;
  readonly #watched = new Map<string, Watched>();
  readonly #byActive = new Map<number, Watched>();

  constructor(options: QuotesOptions) {
    this.#options = options;
  }

  /** A symbol the broker does not have (yet) is looked for again with every connection. */
  watch(symbol: string, afterMs: number | null = null): Cancel {
    const watched = this.#watched.get(symbol) ?? this.#begin(symbol, afterMs);
    watched.watchers += 1;
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      watched.watchers -= 1;
      if (watched.watchers === 0) this.#end(watched);
    };
  }

  /** Subscribes anew on a fresh connection and fills the gaps. */
  resume(): void {
    for (const watched of this.#watched.values()) void this.#resume(watched);
  }

  /** A `quote-generated`: {active_id, time (ms), value}. By hand: they come by the hundred. */
  take(msg: unknown): void {
    if (!isRecord(msg)) return;
    const { active_id: activeId, time: timeMs, value: price } = msg;
    if (typeof activeId !== 'number' || typeof timeMs !== 'number' || typeof price !== 'number') return;
    const watched = this.#byActive.get(activeId);
    if (!watched || !(price > 0)) return;
    const tick = { timeMs, price };
    if (watched.heldBack) watched.heldBack.push(tick);
    else this.#tell(watched, tick);
  }

  #begin(symbol: string, lastMs: number | null): Watched {
    const watched: Watched = { symbol, activeId: null, watchers: 0, lastMs, heldBack: null };
    this.#watched.set(symbol, watched);
    const activeId = this.#find(watched);
    if (activeId === null) return watched;
    if (lastMs === null) void this.#options.client.subscribe(subscriptionOf(activeId));
    else void this.#resume(watched);
    return watched;
  }

  #find(watched: Watched): number | null {
    watched.activeId ??= this.#options.activeId(watched.symbol) ?? null;
    if (watched.activeId !== null) this.#byActive.set(watched.activeId, watched);
    return watched.activeId;
  }

  #end({ symbol, activeId }: Watched): void {
    this.#watched.delete(symbol);
    if (activeId === null) return;
    this.#byActive.delete(activeId);
    void this.#options.client.unsubscribe(subscriptionOf(activeId));
  }

  async #resume(watched: Watched): Promise<void> {
    const { client, now } = this.#options;
    const activeId = this.#find(watched);
    if (activeId === null) return;
    const heldBack: Quote[] = [];
    watched.heldBack = heldBack;
    await client.subscribe(subscriptionOf(activeId));
    if (watched.lastMs !== null) {
      const fromMs = Math.max(Math.floor(watched.lastMs / 1000) * 1000, now() - MAX_GAP_MS);
      const range = { activeId, sizeS: 1, fromMs, toMs: now() };
      const missed = await readCandles(client, range);
      // Another drop came in between: the next resume fills both gaps.
      if (watched.heldBack !== heldBack) return;
      const endMs = heldBack[0]?.timeMs ?? now();
      const ticks = missed.ok ? missed.value.flatMap(quotesOf) : [];
      for (const tick of ticks) if (tick.timeMs < endMs) this.#tell(watched, tick);
    }
    if (watched.heldBack !== heldBack) return;
    watched.heldBack = null;
    for (const tick of heldBack) this.#tell(watched, tick);
  }

  #tell(watched: Watched, { timeMs, price }: Quote): void {
    if (watched.lastMs !== null && timeMs <= watched.lastMs) return;
    watched.lastMs = timeMs;
    const backfilled = this.#options.now() - timeMs > BACKFILLED_AFTER_MS;
    this.#options.tell({ symbol: watched.symbol, timeMs, price, backfilled });
  }
}

const subscriptionOf = (activeId: number): Subscription => ({
  name: 'quote-generated',
  version: '2.0',
  filters: { active_id: activeId },
});

/** The four prices of a second, in an order it may have had them: true prices, their times true to the second. */
function quotesOf({ from, open, min, max, close }: WireCandle): readonly Quote[] {
  const between = close >= open ? [min, max] : [max, min];
  return [open, ...between, close].map((price, index) => ({ timeMs: from * 1000 + index * 250, price }));
}
