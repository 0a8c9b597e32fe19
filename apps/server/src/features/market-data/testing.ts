import type {
  FeedAsset,
  HistoryFault,
  PriceFeed,
  PriceFeedState,
  PriceListener,
  SourceTime,
} from '@vigia/broker-kit/port';
import { type CandleColumns, candlesFromTicks, type TickColumns } from '@vigia/core/candles';
import { type Cancel, err, minorUnits, ok, type Ratio, type Result, ratio } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { MarketData } from './market-data.ts';
import type { MarketsOf } from './markets/markets.ts';

export type ScriptedTick = { readonly timeMs: number; readonly price: number };

export const scriptedAsset = (symbol: string): FeedAsset => ({
  symbol,
  name: symbol,
  type: 'forex',
  tickSize: 0.00001,
  decimals: 5,
  minTradeAmountMinor: minorUnits(100),
  maxTradeAmountMinor: minorUnits(500_000),
});

/** A feed that the test controls. Its history consists of the ticks that the test has sent. */
export class ScriptedFeed implements PriceFeed {
  readonly source: PriceSource;
  readonly ownTime?: SourceTime;
  readonly #assets: readonly FeedAsset[];
  readonly history = new Map<string, readonly ScriptedTick[]>();
  readonly closedSymbols = new Set<string>();
  /** Spans of ticks that were requested so far. */
  readonly asked: { readonly symbol: string; readonly fromMs: number; readonly toMs: number }[] = [];
  isUnreachable = false;
  completeThroughMs?: () => number;
  knowsPauses = false;
  resumeAfterMs: ReadonlyMap<string, number> = new Map();
  #listener: PriceListener | null = null;

  constructor(symbols: readonly string[], source: PriceSource = 'simulated') {
    this.source = source;
    if (source === 'replay') this.ownTime = { startsAtMs: 0, nowMs: () => Infinity };
    this.#assets = symbols.map(scriptedAsset);
  }

  assets(): readonly FeedAsset[] {
    return this.#assets;
  }

  isMarketOpen(symbol: string): boolean {
    return !this.closedSymbols.has(symbol);
  }

  payoutRatio(): Ratio {
    return ratio(0.85);
  }

  start(listener: PriceListener, resumeAfterMs: ReadonlyMap<string, number>): Cancel {
    this.#listener = listener;
    this.resumeAfterMs = resumeAfterMs;
    return () => {
      this.#listener = null;
    };
  }

  state(state: PriceFeedState): void {
    this.#listener?.onState(state);
  }

  tick(symbol: string, timeMs: number, price: number, backfilled = false): void {
    this.#listener?.onTick({ symbol, timeMs, price, backfilled });
  }

  /** Guarantees that no tick up to this time will follow. */
  complete(throughMs: number): void {
    this.#listener?.onComplete?.(throughMs);
  }

  async historyTicks(symbol: string, fromMs: number, toMs: number): Promise<Result<TickColumns, HistoryFault>> {
    this.asked.push({ symbol, fromMs, toMs });
    return this.isUnreachable ? err('unreachable') : ok(this.#ticks(symbol, fromMs, toMs));
  }

  async historyCandles(symbol: string, fromMs: number, toMs: number): Promise<Result<CandleColumns, HistoryFault>> {
    if (this.isUnreachable) return err('unreachable');
    const { candles } = candlesFromTicks(this.#ticks(symbol, fromMs, toMs), 60);
    return ok(candles);
  }

  #ticks(symbol: string, fromMs: number, toMs: number): TickColumns {
    const ticks = (this.history.get(symbol) ?? []).filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs);
    return {
      length: ticks.length,
      timeMs: Float64Array.from(ticks, ({ timeMs }) => timeMs),
      price: Float64Array.from(ticks, ({ price }) => price),
    };
  }
}

/** A market that knows no past price. */
export const MARKET_WITHOUT_PRICES: Pick<MarketData, 'knownThroughMs' | 'priceBefore' | 'followedSecondCandles'> = {
  followedSecondCandles: () => [],
  knownThroughMs: () => null,
  priceBefore: async () => err('unreachable'),
};

/** Returns a single market for all users. */
export const singleMarket = <Market extends Pick<MarketData, 'source' | 'knownThroughMs' | 'priceBefore'>>(
  own: Market,
): MarketsOf<Market> => ({
  own,
  at: () => own,
  sourceOf: async () => own.source,
  knownThroughMs: (source, symbol) => own.knownThroughMs(source, symbol),
  priceBefore: (source, symbol, timeMs) => own.priceBefore(source, symbol, timeMs),
});

/** Several markets. The sources in `open` are available, and the test decides which source each user sees. */
export class ScriptedMarkets<Market extends Pick<MarketData, 'source' | 'knownThroughMs' | 'priceBefore'>>
  implements MarketsOf<Market>
{
  readonly own: Market;
  readonly seenBy = new Map<string, PriceSource>();
  readonly #others: ReadonlyMap<PriceSource, Market>;
  readonly #away: Market;

  constructor(own: Market, others: readonly Market[], away: Market) {
    this.own = own;
    this.#others = new Map(others.map((market) => [market.source, market]));
    this.#away = away;
  }

  readonly open = new Set<PriceSource>();

  at(source: PriceSource | null): Market {
    if (source === null || source === this.own.source) return this.own;
    return (this.open.has(source) ? this.#others.get(source) : undefined) ?? this.#away;
  }
  async sourceOf(userId: string): Promise<PriceSource> {
    return this.seenBy.get(userId) ?? this.own.source;
  }
  knownThroughMs(source: PriceSource, symbol: string): number | null {
    return this.at(source).knownThroughMs(source, symbol);
  }
  priceBefore(source: PriceSource, symbol: string, timeMs: number): ReturnType<MarketData['priceBefore']> {
    return this.at(source).priceBefore(source, symbol, timeMs);
  }
}
