import type { FeedAsset, HistoryFault, PriceFeed } from '@vigia/broker-kit/port';
import { type CandleColumns, columnsOf, type TickColumns } from '@vigia/core/candles';
import { type Cancel, err, ok, type Ratio, type Result } from '@vigia/core/kernel';
import { type MarketKey, payoutRatio } from '@vigia/core/market-model';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Calls } from '#platform/calls/calls.ts';
import { payoutOf } from '../markets/broker-feed.ts';
import { PAST_TICKS_CALL, type SourceDescription, type SourceTerms } from './market-log.ts';

export type ReplicaDeps = {
  readonly calls: Pick<Calls, 'ask'>;
  /** Key of the payout model of all public sources. */
  readonly payoutKey: MarketKey;
};

/** Stands for a feed that runs in another process. Its events arrive through the market log. */
export class ReplicaFeed implements PriceFeed {
  readonly source: PriceSource;
  /** The log states the times of other sources too, but only the simulated market guarantees its ticks. */
  readonly knowsPauses: boolean;
  readonly #deps: ReplicaDeps;
  readonly #assets: readonly FeedAsset[];
  #open: ReadonlySet<string>;
  #offers: SourceTerms['offers'];
  #throughMs: number | null = null;

  constructor(source: PriceSource, { assets, terms }: SourceDescription, deps: ReplicaDeps) {
    this.source = source;
    this.knowsPauses = source === 'simulated';
    this.#deps = deps;
    this.#assets = assets;
    this.#open = new Set(terms.open);
    this.#offers = terms.offers;
  }

  onTerms({ open, offers }: SourceTerms): void {
    this.#open = new Set(open);
    this.#offers = offers;
  }

  /** Sets the time up to which all ticks are known. The caller must have applied everything before that time. */
  onThrough(throughMs: number | null): void {
    if (throughMs !== null) this.#throughMs = Math.max(throughMs, this.#throughMs ?? -Infinity);
  }

  assets(): readonly FeedAsset[] {
    return this.#assets;
  }

  isMarketOpen(symbol: string): boolean {
    return this.#open.has(symbol);
  }

  payoutRatio(symbol: string, durationS: number, timeMs: number): Ratio | null {
    if (!this.#assets.some((asset) => asset.symbol === symbol)) return null;
    if (this.#offers === null) return payoutRatio(this.#deps.payoutKey, { symbol }, durationS, timeMs);
    const offer = this.#offers[symbol];
    return offer === undefined ? null : payoutOf(offer, durationS);
  }

  /** Does nothing, because the feed runs in another process. */
  start(): Cancel {
    return () => undefined;
  }

  completeThroughMs(): number | null {
    return this.#throughMs;
  }

  async historyTicks(symbol: string, fromMs: number, toMs: number): Promise<Result<TickColumns, HistoryFault>> {
    const asked = await this.#deps.calls.ask(PAST_TICKS_CALL, this.source, { symbol, fromMs, toMs });
    if (!asked.ok) return err('unreachable');
    if (typeof asked.value === 'string') return err(asked.value);
    const { timesMs, prices } = asked.value;
    return ok({ length: timesMs.length, timeMs: Float64Array.from(timesMs), price: Float64Array.from(prices) });
  }

  /** Returns no candles, because only the feed's lease holder reads history from the source. */
  async historyCandles(): Promise<Result<CandleColumns, HistoryFault>> {
    return ok(columnsOf([]));
  }
}
