import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type TradeFilter, TradingPerformance } from '@vigia/contract';
import { apiQuery } from '#shared/lib/api-query.ts';
import { PATH } from '../queries.ts';

/** Returns the query of the performance of the trades that match a filter. */
export const performanceQuery = (filter: TradeFilter) =>
  queryOptions({
    ...apiQuery(PATH.performance, TradingPerformance, { query: filter, key: [PATH.performance, filter] }),
    placeholderData: keepPreviousData,
  });
