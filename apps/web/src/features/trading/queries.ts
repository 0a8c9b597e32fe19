import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { Asset, MarketQuote, Option, PayoutView, TradingHealth, TradingStats } from '@vigia/contract';
import { LIMITS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { api } from '#shared/lib/api.ts';

const PAYOUT_EVERY_MS = 15_000;
const ASSETS_FRESH_MS = 60_000;

/** Every read is kept under its path, so that whoever knows the path can refresh it. */
export const PATH = {
  assets: '/api/v1/trading/assets',
  quotes: '/api/v1/trading/market-data',
  active: '/api/v1/trading/active',
  history: '/api/v1/trading/history',
  historyCsv: '/api/v1/trading/history.csv',
  performance: '/api/v1/trading/performance',
  option: '/api/v1/trading/option',
  stats: '/api/v1/trading/stats',
  payout: '/api/v1/trading/payout',
  health: '/api/v1/trading/health',
  createOption: '/api/v1/trading/create-option',
} as const;

export const assetsQuery = queryOptions({
  queryKey: [PATH.assets],
  queryFn: ({ signal }) => api.get(PATH.assets, { schema: z.array(Asset), signal }),
  staleTime: ASSETS_FRESH_MS,
  refetchInterval: ASSETS_FRESH_MS,
});

export const quotesQuery = (symbols: readonly string[]) =>
  queryOptions({
    queryKey: [PATH.quotes, symbols.join()],
    queryFn: ({ signal }) =>
      api.get(PATH.quotes, { schema: z.array(MarketQuote), query: { symbols: symbols.join() }, signal }),
  });

export const activeTradesQuery = queryOptions({
  queryKey: [PATH.active],
  queryFn: ({ signal }) => api.get(PATH.active, { schema: z.array(Option), signal }),
});

export const historyQuery = queryOptions({
  queryKey: [PATH.history],
  queryFn: ({ signal }) =>
    api.get(PATH.history, { schema: z.array(Option), query: { limit: LIMITS.historyDefaultLimit }, signal }),
});

export const statsQuery = queryOptions({
  queryKey: [PATH.stats],
  queryFn: ({ signal }) => api.get(PATH.stats, { schema: TradingStats, signal }),
});

/** How far the settlement is behind. */
export const healthQuery = queryOptions({
  queryKey: [PATH.health],
  queryFn: ({ signal }) => api.get(PATH.health, { schema: TradingHealth, signal }),
});

/** What a trade of this length would pay now; it may change by the hour, so it is asked again often. */
export const payoutQuery = (symbol: string, durationMin: number) =>
  queryOptions({
    queryKey: [PATH.payout, symbol, durationMin],
    queryFn: ({ signal }) =>
      api.get(PATH.payout, { schema: PayoutView, query: { symbol, duration: durationMin }, signal }),
    staleTime: PAYOUT_EVERY_MS,
    refetchInterval: PAYOUT_EVERY_MS,
    // Another length of the same asset keeps the figures in place until its own are there.
    placeholderData: (previous, query) => (query?.queryKey[1] === symbol ? keepPreviousData(previous) : undefined),
  });
