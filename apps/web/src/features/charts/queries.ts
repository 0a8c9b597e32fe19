import { queryOptions } from '@tanstack/react-query';
import { MarketQuote } from '@vigia/contract';
import { z } from 'zod';
import { api } from '#shared/lib/api.ts';

const QUOTES_PATH = '/api/v1/trading/market-data';

/** Price, change and range of the last 24 hours of one symbol. */
export const quoteQuery = (symbol: string) =>
  queryOptions({
    queryKey: [QUOTES_PATH, 'day', symbol],
    queryFn: ({ signal }) => api.get(QUOTES_PATH, { schema: z.array(MarketQuote), query: { symbols: symbol }, signal }),
    select: (quotes) => quotes[0],
  });
