import { PendingRequests } from '@vigia/broker-kit/socket';
import { type Clock, type Ratio, ratio } from '@vigia/core/kernel';
import type { IqClient, Subscription } from '../client.ts';
import { ClientPrices } from './wire.ts';

/** Largest age of an ask price that still counts. Ask prices come about once a second. */
const FRESH_MS = 3_000;
const WAIT_MS = 4_000;
/** Time without a request after which the prices of an instrument are unsubscribed. */
const IDLE_MS = 45_000;
const BASIS_POINTS = 10_000;
/** Compensates the rounding of the division: an ask price of 100 / 1.85 gives a payout of 0.85. */
const EPSILON = 1e-6;

type Lines = Pick<IqClient, 'subscribe' | 'unsubscribe'>;
type Ask = { readonly ask: number; readonly atMs: number };
type Watched = { readonly asks: Map<string, Ask>; wantedMs: number };

/** The instrument whose prices are requested. */
export type PricedInstrument = { readonly asset_id: number; readonly index: number };

/** Payouts of digital options, from the ask prices that the broker sends while the adapter is subscribed. */
export class DigitalPrices {
  readonly #client: Lines;
  readonly #clock: Clock;
  readonly #watched = new Map<string, Watched>();
  readonly #next: PendingRequests<symbol, null>;
  #waiting: readonly { readonly key: string; readonly id: symbol }[] = [];

  constructor(client: Lines, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
    this.#next = new PendingRequests(clock);
  }

  onDrop(): void {
    this.#watched.clear();
  }

  /** Handles a `digital-option-client-price-generated` event. */
  onPrices(msg: unknown): void {
    const read = ClientPrices.safeParse(msg).data;
    if (!read) return;
    const key = keyOf({ asset_id: read.asset_id, index: read.instrument_index });
    const watched = this.#watched.get(key);
    if (!watched) return;
    const atMs = this.#clock.now();
    for (const { symbol, ask } of read.prices.flatMap(({ call, put }) => [call, put]))
      if (typeof ask === 'number' && ask > 0) watched.asks.set(symbol, { ask, atMs });
    for (const waiting of this.#waiting) if (waiting.key === key) this.#next.settle(waiting.id, null);
  }

  /** Returns the payout of a strike by its symbol; null without a recent price. */
  payoutOf(instrument: PricedInstrument, symbol: string): Ratio | null {
    const known = this.#watched.get(keyOf(instrument))?.asks.get(symbol);
    return known && this.#clock.now() - known.atMs <= FRESH_MS ? payoutOfAsk(known.ask) : null;
  }

  /** Subscribes to the prices of an instrument. Waits for the next price unless a recent one is known. */
  async want(instrument: PricedInstrument, symbol: string): Promise<void> {
    const key = keyOf(instrument);
    const nowMs = this.#clock.now();
    const watched = this.#watched.get(key);
    if (watched) watched.wantedMs = nowMs;
    else {
      this.#watched.set(key, { asks: new Map(), wantedMs: nowMs });
      const subscribed = await this.#client.subscribe(subscriptionOf(instrument), 'records');
      if (!subscribed.ok) return void this.#watched.delete(key);
    }
    if (this.payoutOf(instrument, symbol) === null) await this.#wait(key);
  }

  async #wait(key: string): Promise<void> {
    const id = Symbol(key);
    this.#waiting = [...this.#waiting, { key, id }];
    await this.#next.wait(id, WAIT_MS);
    this.#waiting = this.#waiting.filter((one) => one.id !== id);
  }

  /** Unsubscribes from prices that are no longer needed. The session calls it at intervals. */
  prune(): void {
    const nowMs = this.#clock.now();
    for (const [key, { wantedMs }] of this.#watched) {
      if (nowMs - wantedMs < IDLE_MS) continue;
      this.#watched.delete(key);
      const [assetId = NaN, index = NaN] = key.split('/').map(Number);
      void this.#client.unsubscribe(subscriptionOf({ asset_id: assetId, index }));
    }
  }
}

/**
 * Returns the profit of a win as a fraction of the stake, in whole basis points. The result is zero or less for an ask
 * price of 100 and above.
 */
export const payoutOfAsk = (ask: number): Ratio =>
  ratio(Math.max(0, Math.floor((100 / ask - 1) * BASIS_POINTS + EPSILON)) / BASIS_POINTS);

const keyOf = ({ asset_id: assetId, index }: PricedInstrument): string => `${assetId}/${index}`;

const subscriptionOf = ({ asset_id, index }: PricedInstrument): Subscription => ({
  name: 'trading-settings.digital-option-client-price-generated',
  version: '1.0',
  filters: { asset_id, instrument_index: index, instrument_type: 'digital-option' },
});
