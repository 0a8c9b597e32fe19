import type { BrokerClock } from '@vigia/broker-kit/clock';
import { createRequestBudget, type RequestBudget } from '@vigia/broker-kit/pace';
import type { FeedTick } from '@vigia/broker-kit/port';
import { type Quote, TickWatches } from '@vigia/broker-kit/prices';
import { PendingRequests } from '@vigia/broker-kit/socket';
import type { Cancel, Clock } from '@vigia/core/kernel';
import type { EmitEvent } from './client.ts';
import { SENT_EVENTS } from './wire/events.ts';
import type { History } from './wire/messages.ts';

export type StreamOptions = {
  readonly clock: Clock;
  readonly serverClock: BrokerClock;
  /** Sends an event on the open socket. @returns false if no socket is open */
  readonly emit: EmitEvent;
  wireSymbol(symbol: string): string | undefined;
  symbolOf(wireSymbol: string): string | null;
  publish(tick: FeedTick): void;
};

/** Period of the candles that the broker sends with the ticks. The adapter does not read these candles. */
const CHART_PERIOD_S = 60;
/** Longest wait for the history after a reconnect. Without the history, the gap in the ticks remains. */
const FILL_TIMEOUT_MS = 5_000;
/**
 * Limits of subscriptions to charts; each subscription needs three messages. The broker publishes no limit, and its own
 * page subscribes to one chart at a time.
 */
const PACE = { perSecond: 4, perMinute: 120 };

/**
 * Publishes the ticks of the watched symbols. The reply to a subscription contains the ticks of the last minutes, which
 * fill gaps.
 */
export class TickStreams {
  readonly #options: StreamOptions;
  readonly #watches: TickWatches;
  readonly #budget: RequestBudget;
  readonly #answers: PendingRequests<string, readonly Quote[]>;
  /** The history that arrived with the last subscription, by symbol. */
  readonly #lastMinutes = new Map<string, Promise<readonly Quote[]>>();

  constructor(options: StreamOptions) {
    const { clock, serverClock, publish } = options;
    this.#options = options;
    this.#budget = createRequestBudget({ ...PACE, clock });
    this.#answers = new PendingRequests(clock);
    this.#watches = new TickWatches({
      source: {
        subscribe: (symbol, isWanted) => this.#subscribe(symbol, isWanted),
        unsubscribe: (symbol) => this.#unsubscribe(symbol),
        since: async (symbol) => (await this.#lastMinutes.get(symbol)) ?? [],
      },
      now: () => serverClock.now(),
      publish,
    });
  }

  watch(symbol: string, afterMs?: number): Cancel {
    return this.#watches.watch(symbol, afterMs);
  }

  /** Subscribes to every stream again on a new socket. The replies contain the missed ticks. */
  resume(): void {
    this.#watches.resume();
  }

  onDrop(): void {
    this.#watches.onDrop();
    this.#answers.failAll('connection_lost');
  }

  /**
   * Handles rows `[symbol, epoch s, price, direction]`. Rows with two columns contain trader sentiment and are ignored.
   * The method does not use zod, because ticks are frequent.
   */
  onQuotes(payload: unknown): void {
    if (!Array.isArray(payload)) return;
    for (const row of payload as readonly unknown[]) {
      if (!Array.isArray(row) || row.length < 3) continue;
      const [wireSymbol, timeS, price]: unknown[] = row;
      const symbol = this.#options.symbolOf(String(wireSymbol));
      const quote = quoteOf(timeS, price);
      if (symbol === null || !quote) continue;
      this.#options.serverClock.pushed(quote.timeMs);
      this.#watches.onTick(symbol, quote);
    }
  }

  /** Handles rows `[epoch s, price, direction]` of the last minutes. */
  onHistory({ asset, history }: History): void {
    if (!history) return;
    const quotes = history.map(([timeS, price]) => quoteOf(timeS, price)).filter((quote) => quote !== null);
    this.#answers.settle(
      asset,
      quotes.sort((a, b) => a.timeMs - b.timeMs),
    );
  }

  async #subscribe(symbol: string, isWanted: () => boolean): Promise<void> {
    await this.#budget.take();
    const asset = this.#options.wireSymbol(symbol);
    if (asset === undefined || !isWanted()) return;
    this.#answers.settle(asset, []);
    const answer = this.#answers.wait(asset, FILL_TIMEOUT_MS);
    this.#lastMinutes.set(
      symbol,
      answer.then((minutes) => (minutes.ok ? minutes.value : [])),
    );
    this.#turnTo(asset);
  }

  /**
   * Sends the three messages that the broker's trade page sends when the user selects a chart, according to community
   * sources.
   */
  #turnTo(asset: string): void {
    const { emit } = this.#options;
    emit(SENT_EVENTS.subscribe, { asset, period: CHART_PERIOD_S });
    emit(SENT_EVENTS.chart, { asset, version: '1.0.0' });
    emit(SENT_EVENTS.follow, asset);
  }

  #unsubscribe(symbol: string): void {
    const { emit, wireSymbol } = this.#options;
    const asset = wireSymbol(symbol);
    this.#lastMinutes.delete(symbol);
    if (asset === undefined) return;
    emit(SENT_EVENTS.unsubscribe, { asset });
    emit(SENT_EVENTS.unfollow, asset);
  }
}

function quoteOf(timeS: unknown, price: unknown): Quote | null {
  if (typeof timeS !== 'number' || typeof price !== 'number') return null;
  return Number.isFinite(timeS) && price > 0 && Number.isFinite(price)
    ? { timeMs: Math.round(timeS * 1000), price }
    : null;
}
