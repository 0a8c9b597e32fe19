import { queryOptions } from '@tanstack/react-query';
import { MarketQuote } from '@vigia/contract';
import { z } from 'zod';
import { loadPublicConfig } from '#shared/lib/public-config.ts';
import { apiOf } from '#shared/lib/services.ts';

const QUOTES_PATH = '/api/v1/trading/market-data';

/** A stable function, so that a tick does not run it again. */
const firstOf = (quotes: readonly MarketQuote[]): MarketQuote | undefined => quotes[0];

/** Price, change and range of the last 24 hours of one symbol. */
export const quoteQuery = (symbol: string) =>
  queryOptions({
    queryKey: [QUOTES_PATH, 'day', symbol],
    queryFn: ({ client, signal }) =>
      apiOf(client).get(QUOTES_PATH, { schema: z.array(MarketQuote), query: { symbols: symbol }, signal }),
    select: firstOf,
  });

/** Settings that the server fixes at its start; only a restart changes them. */
export const publicConfigQuery = queryOptions({
  queryKey: ['/config.json'],
  queryFn: loadPublicConfig,
  staleTime: Number.POSITIVE_INFINITY,
});
