import { CandlesQuery, CandleView, SecondCandlesQuery, SecondCandlesView } from '@vigia/contract';
import { z } from 'zod';
import type { memberRoutes } from '#platform/http/member-routes.ts';
import type { MarketData } from './market-data.ts';
import { type MarketsOf, marketOf } from './markets/markets.ts';
import { pricedAsset } from './markets/priced-asset.ts';

/** Number of candles that cost as much as the cheapest request: 5,000 candles take about 40 ms of CPU time. */
const CANDLES_PER_COST = 250;
/** The same for second candles, whose ticks are read. */
const SECOND_CANDLES_PER_COST = 50;

/**
 * Returns the rate-limit cost of a request for candles. The limit in the URL is not validated yet: an invalid one costs
 * 1 and is refused later.
 */
const costOf =
  (candlesPerCost: number) =>
  ({ url }: { readonly url: string }): number => {
    const limit = Number(/[?&]limit=(\d{1,5})(?:&|$)/.exec(url)?.[1] ?? 0);
    return 1 + Math.floor(limit / candlesPerCost);
  };

type Shown = Pick<MarketData, 'source' | 'assets' | 'asset' | 'candles' | 'secondCandles'>;

/** Registers the candles of an asset: from stored minutes, and from stored ticks. */
export function registerCandles(
  routes: ReturnType<typeof memberRoutes>,
  markets: Pick<MarketsOf<Shown>, 'at' | 'sourceOf'>,
): void {
  const config = { effects: ['reads'], fallback: 'fetch_market_data' } as const;
  routes.get(
    '/api/v1/trading/candles',
    {
      config: { ...config, requestCost: costOf(CANDLES_PER_COST) },
      summary: 'Velas de un activo, de la más antigua a la más reciente; la última puede estar formándose',
      querystring: CandlesQuery,
      data: z.array(CandleView),
    },
    async ({ principal, query: { symbol, timeframe, limit, before } }) => {
      const market = await marketOf(markets, principal.userId);
      const { asset } = pricedAsset(market, symbol);
      return [...(await market.candles(asset.symbol, timeframe, { limit, before }))];
    },
  );
  routes.get(
    '/api/v1/trading/second-candles',
    {
      config: { ...config, requestCost: costOf(SECOND_CANDLES_PER_COST) },
      summary: 'Velas de 5, 15 o 30 segundos de los ticks guardados, de la más antigua a la más reciente',
      querystring: SecondCandlesQuery,
      data: SecondCandlesView,
    },
    async ({ principal, query: { symbol, timeframe, limit, before } }) => {
      const market = await marketOf(markets, principal.userId);
      const { asset } = pricedAsset(market, symbol);
      return market.secondCandles(asset.symbol, timeframe, { limit, before });
    },
  );
}
