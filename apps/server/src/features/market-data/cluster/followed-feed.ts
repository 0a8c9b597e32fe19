import type { FeedAsset, HistoryFault, PriceFeed } from '@vigia/broker-kit/port';
import { type CandleColumns, columnsOf, type TickColumns } from '@vigia/core/candles';
import { type Cancel, err, ok, type Ratio, type Result } from '@vigia/core/kernel';
import { payoutRatio } from '@vigia/core/market-model';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Calls } from '#platform/calls/calls.ts';
import { payoutOf } from '../markets/broker-feed.ts';
import { type Description, PAST_TICKS, type Terms } from './market-log.ts';

export type FollowDeps = {
  readonly calls: Pick<Calls, 'ask'>;
  /** Of the model of payouts that public sources share. */
  readonly payoutSeed: number;
};

/** A feed that runs in another process, as far as it is told of here. What it brings comes by the log. */
export class FollowedFeed implements PriceFeed {
  readonly source: PriceSource;
  readonly #deps: FollowDeps;
  readonly #assets: readonly FeedAsset[];
  #open: ReadonlySet<string>;
  #offers: Terms['offers'];
  #throughMs: number | null = null;

  constructor(source: PriceSource, { assets, terms }: Description, deps: FollowDeps) {
    this.source = source;
    this.#deps = deps;
    this.#assets = assets;
    this.#open = new Set(terms.open);
    this.#offers = terms.offers;
  }

  takeTerms({ open, offers }: Terms): void {
    this.#open = new Set(open);
    this.#offers = offers;
  }

  /** The owner's promise, once everything before it has been taken here. */
  takeThrough(throughMs: number | null): void {
    if (throughMs !== null) this.#throughMs = Math.max(throughMs, this.#throughMs ?? -Infinity);
  }

  assets(): readonly FeedAsset[] {
    return this.#assets;
  }

  isMarketOpen(symbol: string): boolean {
    return this.#open.has(symbol);
  }

  payoutRatio(symbol: string, durationMinutes: number, timeMs: number): Ratio | null {
    if (!this.#assets.some((asset) => asset.symbol === symbol)) return null;
    if (this.#offers === null) return payoutRatio(this.#deps.payoutSeed, { symbol }, durationMinutes, timeMs);
    const offer = this.#offers[symbol];
    return offer === undefined ? null : payoutOf(offer, durationMinutes);
  }

  /** Nothing starts here. */
  start(): Cancel {
    return () => undefined;
  }

  completeThroughMs(): number | null {
    return this.#throughMs;
  }

  async historyTicks(symbol: string, fromMs: number, toMs: number): Promise<Result<TickColumns, HistoryFault>> {
    const asked = await this.#deps.calls.ask(PAST_TICKS, this.source, { symbol, fromMs, toMs });
    if (!asked.ok) return err('unreachable');
    if (typeof asked.value === 'string') return err(asked.value);
    const { timesMs, prices } = asked.value;
    return ok({ length: timesMs.length, timeMs: Float64Array.from(timesMs), price: Float64Array.from(prices) });
  }

  /** The owner of the feed keeps the stored candles whole: nobody else asks the source for them. */
  async historyCandles(): Promise<Result<CandleColumns, HistoryFault>> {
    return ok(columnsOf([]));
  }
}
