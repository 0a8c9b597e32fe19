import { queryOptions } from '@tanstack/react-query';
import { MarketQuote } from '@vigia/contract';
import { priceSymbolOf } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { apiQuery } from '#shared/lib/api-query.ts';
import { loadPublicConfig } from '#shared/lib/public-config.ts';

const QUOTES_PATH = '/api/v1/trading/market-data';

/** Returns the first quote. The function is the same object at every render, so that a tick does not run it again. */
const firstOf = (quotes: readonly MarketQuote[]): MarketQuote | undefined => quotes[0];

/** Returns the query of the price, the change and the range of the last 24 hours of one symbol. */
export const quoteQuery = (asset: string) => {
  const symbol = priceSymbolOf(asset);
  return queryOptions({
    ...apiQuery(QUOTES_PATH, z.array(MarketQuote), { query: { symbols: symbol }, key: [QUOTES_PATH, 'day', symbol] }),
    select: firstOf,
  });
};

/** Query of the public settings of the server. They change only when the server restarts. */
export const publicConfigQuery = queryOptions({
  queryKey: ['/config.json'],
  queryFn: loadPublicConfig,
  staleTime: Number.POSITIVE_INFINITY,
});
