import type { FeedAsset } from '@vigia/broker-kit/port';
import { DayCurve } from '@vigia/contract';
import { z } from 'zod';
import type { memberRoutes } from '#platform/http/member-routes.ts';
import type { DaySummary } from './day-summary.ts';
import type { MarketData } from './market-data.ts';
import { type MarketsOf, marketOf } from './markets/markets.ts';

type Shown = Pick<MarketData, 'assets' | 'latest' | 'day' | 'dayCurve'>;

/** Registers the route that returns the change and the curve of the last 24 hours of every asset. */
export function registerDayCurves(
  routes: ReturnType<typeof memberRoutes>,
  markets: Pick<MarketsOf<Shown>, 'at' | 'sourceOf'>,
): void {
  routes.get(
    '/api/v1/trading/day-curves',
    {
      config: { effects: ['reads'], fallback: 'fetch_market_data' },
      summary: 'Cambio y curva de las últimas 24 horas de cada activo',
      data: z.array(DayCurve),
    },
    async ({ principal }) => {
      const market = await marketOf(markets, principal.userId);
      return market.assets().map((asset) => curveView(market, asset));
    },
  );
}

/** Builds the curve of an asset. The change is that of its quote. */
function curveView(market: Shown, { symbol, decimals }: FeedAsset): DayCurve {
  const price = market.latest(symbol)?.price ?? null;
  const day = market.day(symbol);
  const closes = market.dayCurve(symbol).map((close) => roundTo(close, decimals));
  return { symbol, change_pct: price !== null && day !== null ? changePct(price, day) : null, closes };
}

/** Returns the change since the open of the day in percent, with four decimals. */
export const changePct = (price: number, { open }: DaySummary): number => roundTo((100 * (price - open)) / open, 4);

export const roundTo = (value: number, decimals: number): number => Number(value.toFixed(decimals));
