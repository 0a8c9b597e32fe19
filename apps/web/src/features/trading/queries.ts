import { MarketQuote, Option, TradingHealth, TradingStats } from '@vigia/contract';
import { LIMITS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { apiQuery } from '#shared/lib/api-query.ts';

/**
 * Paths of the queries. Each path is also the query key, so that any module that knows the path can refetch the query.
 */
export const TRADING_PATH = {
  quotes: '/api/v1/trading/market-data',
  active: '/api/v1/trading/active',
  history: '/api/v1/trading/history',
  historyCsv: '/api/v1/trading/history.csv',
  historyCounts: '/api/v1/trading/history/counts',
  calendar: '/api/v1/trading/calendar',
  tags: '/api/v1/trading/tags',
  performance: '/api/v1/trading/performance',
  option: '/api/v1/trading/option',
  stats: '/api/v1/trading/stats',
  health: '/api/v1/trading/health',
  createOption: '/api/v1/trading/create-option',
} as const;

export const quotesQuery = (symbols: readonly string[]) =>
  apiQuery(TRADING_PATH.quotes, z.array(MarketQuote), {
    query: { symbols: symbols.join() },
    key: [TRADING_PATH.quotes, symbols.join()],
  });

export const activeTradesQuery = apiQuery(TRADING_PATH.active, z.array(Option));

export const historyQuery = apiQuery(TRADING_PATH.history, z.array(Option), {
  query: { limit: LIMITS.historyDefaultLimit },
});

export const statsQuery = apiQuery(TRADING_PATH.stats, TradingStats);

/** Returns the query of the settlement delay. */
export const healthQuery = apiQuery(TRADING_PATH.health, TradingHealth);
