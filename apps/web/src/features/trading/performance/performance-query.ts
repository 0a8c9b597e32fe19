import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type TradeFilter, TradingPerformance } from '@vigia/contract';
import { apiQuery } from '#shared/lib/api-query.ts';
import { TRADING_PATH } from '../queries.ts';

/** Returns the query of the performance of the trades that match a filter. */
export const performanceQuery = (filter: TradeFilter) =>
  queryOptions({
    ...apiQuery(TRADING_PATH.performance, TradingPerformance, {
      query: filter,
      key: [TRADING_PATH.performance, filter],
    }),
    placeholderData: keepPreviousData,
  });
