import type { FeedAsset } from '@vigia/broker-kit/port';
import {
  Asset,
  AssetsQuery,
  type ErrorCode,
  examplesOf,
  MarketDataQuery,
  MarketQuote,
  PayoutQuery,
  PayoutView,
  success,
} from '@vigia/contract';
import type { Clock, Result } from '@vigia/core/kernel';
import { formatMinor, PAPER_CURRENCY } from '@vigia/core/money';
import { lengthFields, lengthIn, minutesLong, type TradeLength } from '@vigia/core/trades';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError, valueOrApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { Principal } from '#platform/http/principal.ts';
import { sessionsLeaseOf } from '../brokers/index.ts';
import { registerCandles } from './candles.routes.ts';
import { changePct, registerDayCurves, roundTo } from './day-curves.routes.ts';
import { durationUnavailable } from './duration-unavailable.ts';
import type { MarketData } from './market-data.ts';
import { type MarketsOf, marketOf } from './markets/markets.ts';
import { knownAsset, pricedAsset, type RequestedAsset } from './markets/priced-asset.ts';
import { paperSecondsOn } from './paper-lengths.ts';

const TAG = 'Mercado';
const BASIS_POINTS = 10_000;
/** Duration whose payout the asset lists show. The order form preselects the same duration. */
const LISTED_LENGTH = minutesLong(5);

const Assets = z.array(Asset);
const AssetList = success(Assets)
  .extend({ assets: Assets })
  .meta({ examples: examplesOf(Assets).map((data) => ({ success: true, data, assets: data })) });

type Shown = Pick<
  MarketData,
  'source' | 'assets' | 'asset' | 'latest' | 'day' | 'dayCurve' | 'condition' | 'payoutBp' | 'candles' | 'secondCandles'
>;
type Prices = { readonly market: Shown; readonly clock: Clock; readonly length?: TradeLength };

type RouteDeps = {
  readonly markets: Pick<MarketsOf<Shown>, 'at' | 'sourceOf'>;
  readonly clock: Clock;
  readonly venue: VenueOffers;
};

type Refused = { readonly code: ErrorCode; readonly values: Readonly<Record<string, string | number>> };

/** The assets and payouts of a user's broker account, for users who trade at a broker. */
export interface VenueOffers {
  /** Returns true if the user trades at a broker. Only the process with the broker session then knows the payouts. */
  tradesAtBroker(userId: string): Promise<boolean>;
  venueAssets(userId: string): Promise<readonly Asset[] | null>;
  /** Returns the payout in basis points; null if the user trades on the paper account. */
  venuePayout(
    userId: string,
    contract: { readonly symbol: string; readonly length: TradeLength },
  ): Promise<Result<number, Refused> | null>;
}

export function registerMarketDataRoutes(app: App, deps: RouteDeps): void {
  const { markets, clock } = deps;
  const routedTo = {
    lease: ({ principal }: FastifyRequest) => sessionsLeaseOf(principal.userId),
    when: ({ principal }: FastifyRequest) => deps.venue.tradesAtBroker(principal.userId),
  };
  const answerAssets = assetLister(deps);
  const assetRoute = {
    preHandler: app.authenticate,
    config: { effects: ['reads'], fallback: 'fetch_assets', routedTo } as const,
    schema: {
      tags: [TAG],
      summary: 'Activos con su precio, límites y pago de una duración',
      querystring: AssetsQuery,
      response: { 200: AssetList },
    },
  };
  app.get('/api/v1/trading/assets', assetRoute, answerAssets);
  app.get('/api/connection/available-assets', assetRoute, answerAssets);

  const routes = memberRoutes(app, TAG);
  const config = { effects: ['reads'], fallback: 'fetch_market_data' } as const;
  routes.get(
    '/api/v1/trading/market-data',
    {
      config,
      summary: 'Precio, cambio y rango de 24 horas por símbolo (symbols=A,B; sin él, todos)',
      querystring: MarketDataQuery,
      data: z.array(MarketQuote),
    },
    async ({ principal, query }) => {
      const market = await marketOf(markets, principal.userId);
      return wantedAssets(market, query.symbols).map((asked) => quoteView({ market, clock }, asked));
    },
  );
  registerDayCurves(routes, markets);
  registerCandles(routes, markets);
  routes.get(
    '/api/v1/trading/payout',
    {
      config: { ...config, routedTo },
      summary: 'Lo que pagaría una operación de esta duración si se aceptara ahora',
      querystring: PayoutQuery,
      data: PayoutView,
      failures: '4xx',
    },
    async ({ principal, query: { symbol, ...given } }) => {
      const length = lengthIn(given);
      const named = { symbol, ...lengthFields(length) };
      const offered = await deps.venue.venuePayout(principal.userId, { symbol, length });
      if (offered !== null) return { ...named, payout: valueOrApiError(offered) / BASIS_POINTS };
      const market = await marketOf(markets, principal.userId);
      knownAsset(market, symbol);
      const payoutBp = market.payoutBp(symbol, length, clock.now());
      if (payoutBp === null) {
        const { code, values } = durationUnavailable(symbol, length);
        throw new ApiError(code, values);
      }
      return { ...named, payout: payoutBp / BASIS_POINTS };
    },
  );
}

type AssetsRequest = { readonly principal: Principal; readonly query: z.infer<typeof AssetsQuery> };

/** Returns the handler that lists the assets of the user's market, or of their broker account. */
const assetLister =
  ({ markets, clock, venue }: RouteDeps) =>
  async ({ principal: { userId }, query }: AssetsRequest) => {
    const isLengthGiven = Object.values(query).some((count) => count !== undefined);
    const length = isLengthGiven ? lengthIn(query) : LISTED_LENGTH;
    const market = await marketOf(markets, userId);
    const offered = await venue.venueAssets(userId);
    const assets =
      offered === null ? market.assets().map((asset) => assetView({ market, clock, length }, asset)) : [...offered];
    return { success: true as const, data: assets, assets };
  };

/** Selects the requested assets; returns none if the market is not open yet. */
function wantedAssets(market: Shown, symbols: string | undefined): readonly RequestedAsset[] {
  if (market.assets().length === 0) return [];
  const wanted = symbols
    ?.split(',')
    .map((symbol) => symbol.trim())
    .filter((symbol) => symbol !== '');
  return wanted === undefined || wanted.length === 0
    ? market.assets().map((asset) => ({ symbol: asset.symbol, asset }))
    : [...new Set(wanted)].map((symbol) => pricedAsset(market, symbol));
}

/** Returns the payout for asset lists, as a fraction; 0 if the source does not offer the duration. */
const listedPayout = ({ market, clock, length = LISTED_LENGTH }: Prices, symbol: string): number =>
  (market.payoutBp(symbol, length, clock.now()) ?? 0) / BASIS_POINTS;

function assetView(prices: Prices, asset: FeedAsset): Asset {
  const { market } = prices;
  return {
    symbol: asset.symbol,
    name: asset.name,
    type: asset.type,
    current_price: market.latest(asset.symbol)?.price ?? null,
    min_trade_amount: formatMinor(asset.minTradeAmountMinor, PAPER_CURRENCY),
    max_trade_amount: formatMinor(asset.maxTradeAmountMinor, PAPER_CURRENCY),
    stake_currency: PAPER_CURRENCY,
    payout: listedPayout(prices, asset.symbol),
    durations: null,
    durations_seconds: [...paperSecondsOn(market.source)],
    durations_ticks: [],
    on_equal_prices: 'tie',
    decimals: asset.decimals,
    tick_size: asset.tickSize,
    market_open: market.condition(asset.symbol).state !== 'closed',
    source: market.source,
  };
}

/**
 * Builds the quote of an asset. The day's range includes the current price, and the change is rounded to the decimals
 * of the asset. The payout is that of the requested symbol: a digital option has no listed payout.
 */
function quoteView({ market, clock }: Prices, { symbol, asset }: RequestedAsset): MarketQuote {
  const { symbol: priced, decimals } = asset;
  const latest = market.latest(priced);
  const price = latest?.price ?? null;
  const day = market.day(priced);
  const condition = market.condition(priced);
  const hasBoth = price !== null && day !== null;
  return {
    symbol,
    price,
    change: hasBoth ? roundTo(price - day.open, decimals) : null,
    change_pct: hasBoth ? changePct(price, day) : null,
    high: hasBoth ? Math.max(day.high, price) : null,
    low: hasBoth ? Math.min(day.low, price) : null,
    payout: listedPayout({ market, clock }, symbol),
    market_open: condition.state !== 'closed',
    stale: condition.state === 'stale',
    source: market.source,
    updated_at: latest === null ? null : new Date(latest.timeMs).toISOString(),
  };
}
