import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type TradeFilter, TradingPerformance } from '@vigia/contract';
import { api } from '#shared/lib/api.ts';
import { PATH } from '../queries.ts';

/** What the trades a filter means add up to. */
export const performanceQuery = (filter: TradeFilter) =>
  queryOptions({
    queryKey: [PATH.performance, filter],
    queryFn: ({ signal }) => api.get(PATH.performance, { schema: TradingPerformance, query: filter, signal }),
    placeholderData: keepPreviousData,
  });
