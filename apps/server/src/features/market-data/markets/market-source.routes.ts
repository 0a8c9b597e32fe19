import { MarketSourceChoice, MarketSourceView } from '@vigia/contract';
import { valueOrApiError, valueOrNotFound } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { type ChoiceDeps, chooseSource, readSource } from './choose-source.ts';

const PATH = '/api/v1/trading/market-source';

/** Registers the routes that read and set a user's price source. */
export function registerMarketSourceRoutes(app: App, deps: ChoiceDeps): void {
  const routes = memberRoutes(app, 'Mercado');
  const sourceOf = async (userId: string) => valueOrNotFound(await readSource(deps, userId), 'not_authenticated');
  routes.get(
    PATH,
    {
      config: { effects: ['reads'], fallback: 'fetch_market_data' },
      summary: 'De quién son los precios que ves, y de quién pueden ser',
      data: MarketSourceView,
    },
    ({ principal }) => sourceOf(principal.userId),
  );
  routes.put(
    PATH,
    {
      config: { effects: ['changes_screen'] },
      summary: 'Elige de quién son los precios del modo simulado; los de un bróker piden estar conectado a él',
      body: MarketSourceChoice,
      data: MarketSourceView,
      failures: '4xx',
    },
    async ({ principal, body }) => {
      valueOrApiError(await chooseSource(deps, principal.userId, body.source));
      return sourceOf(principal.userId);
    },
  );
}
