import type { FeedTick } from '@vigia/broker-kit/port';
import { type Quote, TickWatches } from '@vigia/broker-kit/prices';
import type { Cancel } from '@vigia/core/kernel';
import { readCandles } from './candles.ts';
import type { IqClient, Subscription } from './client.ts';
import { isRecord } from './wire/frames.ts';
import type { WireCandle } from './wire/messages.ts';

type QuotesOptions = {
  readonly client: IqClient;
  activeId(symbol: string): number | undefined;
  /** Returns the broker's time. */
  now(): number;
  publish(tick: FeedTick): void;
};

/**
 * Publishes live prices of the watched symbols. After a disconnect, missed prices come first; they are derived from
 * 1-second candles.
 */
export class TickStreams {
  readonly #options: QuotesOptions;
  readonly #watches: TickWatches;
  /** Symbols by the asset's number in the protocol. Digital options share the prices of their asset. */
  readonly #symbols = new Map<number, readonly string[]>();

  constructor(options: QuotesOptions) {
    const { now, publish } = options;
    this.#options = options;
    this.#watches = new TickWatches({
      source: {
        subscribe: (symbol) => this.#subscribe(symbol),
        unsubscribe: (symbol) => this.#unsubscribe(symbol),
        since: (symbol, afterMs) => this.#since(symbol, afterMs),
      },
      now,
      publish,
    });
  }

  /**
   * Watches a symbol. If the broker does not list the symbol (yet), the symbol is looked up again on every connection.
   */
  watch(symbol: string, afterMs?: number): Cancel {
    return this.#watches.watch(symbol, afterMs);
  }

  /** Handles a new connection: subscribes again and fills the gaps. */
  resume(): void {
    this.#watches.resume();
  }

  /** Moves the streams of symbols whose asset number at the broker has changed. */
  realign(): void {
    for (const [activeId, symbols] of this.#symbols) {
      for (const symbol of symbols) {
        const now = this.#options.activeId(symbol);
        if (now === undefined || now === activeId) continue;
        this.#leave(activeId, symbol);
        void this.#subscribe(symbol);
      }
    }
  }

  onDrop(): void {
    this.#watches.onDrop();
  }

  /** Handles `quote-generated`: {active_id, time (ms), value}. Parsed without zod because quotes are frequent. */
  onQuote(msg: unknown): void {
    if (!isRecord(msg)) return;
    const { active_id: activeId, time: timeMs, value: price } = msg;
    if (typeof activeId !== 'number' || typeof timeMs !== 'number' || typeof price !== 'number') return;
    const symbols = this.#symbols.get(activeId);
    if (symbols === undefined || !(price > 0)) return;
    for (const symbol of symbols) this.#watches.onTick(symbol, { timeMs, price });
  }

  async #subscribe(symbol: string): Promise<void> {
    const activeId = this.#options.activeId(symbol);
    if (activeId === undefined) return;
    const others = (this.#symbols.get(activeId) ?? []).filter((other) => other !== symbol);
    this.#symbols.set(activeId, [...others, symbol]);
    await this.#options.client.subscribe(subscriptionOf(activeId));
  }

  #unsubscribe(symbol: string): void {
    for (const [activeId, symbols] of this.#symbols) if (symbols.includes(symbol)) this.#leave(activeId, symbol);
  }

  /** Ends the stream of a symbol. The last symbol of an asset also ends the subscription. */
  #leave(activeId: number, symbol: string): void {
    const others = (this.#symbols.get(activeId) ?? []).filter((other) => other !== symbol);
    if (others.length > 0) return void this.#symbols.set(activeId, others);
    this.#symbols.delete(activeId);
    void this.#options.client.unsubscribe(subscriptionOf(activeId));
  }

  async #since(symbol: string, afterMs: number): Promise<readonly Quote[]> {
    const { client, activeId: idOf, now } = this.#options;
    const activeId = idOf(symbol);
    if (activeId === undefined) return [];
    const fromMs = Math.floor(afterMs / 1000) * 1000;
    const missed = await readCandles(client, { activeId, sizeS: 1, fromMs, toMs: now() });
    // The time of a price within its second is unknown, so prices with a time in the future are left out.
    return missed.ok ? missed.value.flatMap(quotesOf).filter(({ timeMs }) => timeMs < now()) : [];
  }
}

const subscriptionOf = (activeId: number): Subscription => ({
  name: 'quote-generated',
  version: '2.0',
  filters: { active_id: activeId },
});

/**
 * Returns the four prices of a 1-second candle in a possible order. The prices are real; their times are exact to the
 * second.
 */
function quotesOf({ from, open, min, max, close }: WireCandle): readonly Quote[] {
  const between = close >= open ? [min, max] : [max, min];
  return [open, ...between, close].map((price, index) => ({ timeMs: from * 1000 + index * 250, price }));
}
