import { ErrorBody, MarketSourceChoice, MarketSourceView, success } from '@vigia/contract';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { type ChoiceDeps, chooseSource, readSource } from './choose-source.ts';

const TAGS = ['Mercado'];
const PATH = '/api/v1/trading/market-source';

/** Registers the routes that read and set a user's price source. */
export function registerMarketSourceRoutes(app: App, deps: ChoiceDeps): void {
  const preHandler = app.authenticate;
  const answer = async (userId: string) => {
    const data = await readSource(deps, userId);
    if (data === null) throw new ApiError('not_authenticated');
    return { success: true as const, data };
  };
  app.get(
    PATH,
    {
      preHandler,
      config: { botScope: 'read', fallback: 'fetch_market_data' },
      schema: {
        tags: TAGS,
        summary: 'De quién son los precios que ves, y de quién pueden ser',
        response: { 200: success(MarketSourceView) },
      },
    },
    ({ principal }) => answer(principal.userId),
  );
  app.put(
    PATH,
    {
      preHandler,
      schema: {
        tags: TAGS,
        summary: 'Elige de quién son los precios del modo simulado; los de un bróker piden estar conectado a él',
        body: MarketSourceChoice,
        response: { 200: success(MarketSourceView), '4xx': ErrorBody },
      },
    },
    async ({ principal, body }) => {
      const chosen = await chooseSource(deps, principal.userId, body.source);
      if (!chosen.ok) throw new ApiError(chosen.error.code, chosen.error.values);
      return answer(principal.userId);
    },
  );
}
