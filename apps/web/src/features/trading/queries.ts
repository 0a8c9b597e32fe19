import { queryOptions } from '@tanstack/react-query';
import { MarketQuote, Option, TradingHealth, TradingStats } from '@vigia/contract';
import { LIMITS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { apiOf } from '#shared/lib/services.ts';

/** Every query is cached under its path, so that any code that knows the path can refetch it. */
export const PATH = {
  quotes: '/api/v1/trading/market-data',
  active: '/api/v1/trading/active',
  history: '/api/v1/trading/history',
  historyCsv: '/api/v1/trading/history.csv',
  performance: '/api/v1/trading/performance',
  option: '/api/v1/trading/option',
  stats: '/api/v1/trading/stats',
  health: '/api/v1/trading/health',
  createOption: '/api/v1/trading/create-option',
} as const;

export const quotesQuery = (symbols: readonly string[]) =>
  queryOptions({
    queryKey: [PATH.quotes, symbols.join()],
    queryFn: ({ client, signal }) =>
      apiOf(client).get(PATH.quotes, { schema: z.array(MarketQuote), query: { symbols: symbols.join() }, signal }),
  });

export const activeTradesQuery = queryOptions({
  queryKey: [PATH.active],
  queryFn: ({ client, signal }) => apiOf(client).get(PATH.active, { schema: z.array(Option), signal }),
});

export const historyQuery = queryOptions({
  queryKey: [PATH.history],
  queryFn: ({ client, signal }) =>
    apiOf(client).get(PATH.history, { schema: z.array(Option), query: { limit: LIMITS.historyDefaultLimit }, signal }),
});

export const statsQuery = queryOptions({
  queryKey: [PATH.stats],
  queryFn: ({ client, signal }) => apiOf(client).get(PATH.stats, { schema: TradingStats, signal }),
});

/** The delay of the settlement. */
export const healthQuery = queryOptions({
  queryKey: [PATH.health],
  queryFn: ({ client, signal }) => apiOf(client).get(PATH.health, { schema: TradingHealth, signal }),
});
