import { queryOptions } from '@tanstack/react-query';
import { MarketQuote } from '@vigia/contract';
import { z } from 'zod';
import { api } from '#shared/lib/api.ts';
import { loadPublicConfig } from '#shared/lib/public-config.ts';

const QUOTES_PATH = '/api/v1/trading/market-data';

/** One and the same function, so that a tick does not have it run again. */
const firstOf = (quotes: readonly MarketQuote[]): MarketQuote | undefined => quotes[0];

/** Price, change and range of the last 24 hours of one symbol. */
export const quoteQuery = (symbol: string) =>
  queryOptions({
    queryKey: [QUOTES_PATH, 'day', symbol],
    queryFn: ({ signal }) => api.get(QUOTES_PATH, { schema: z.array(MarketQuote), query: { symbols: symbol }, signal }),
    select: firstOf,
  });

/** What the server decided at its start; it changes with the next one only. */
export const publicConfigQuery = queryOptions({
  queryKey: ['/config.json'],
  queryFn: loadPublicConfig,
  staleTime: Number.POSITIVE_INFINITY,
});
