import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type TradeFilter, TradingPerformance } from '@vigia/contract';
import { apiOf } from '#shared/lib/services.ts';
import { PATH } from '../queries.ts';

/** Performance of the trades that match a filter. */
export const performanceQuery = (filter: TradeFilter) =>
  queryOptions({
    queryKey: [PATH.performance, filter],
    queryFn: ({ client, signal }) =>
      apiOf(client).get(PATH.performance, { schema: TradingPerformance, query: filter, signal }),
    placeholderData: keepPreviousData,
  });
