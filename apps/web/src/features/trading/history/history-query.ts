import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { Option, TradeCounts, type TradeFilter } from '@vigia/contract';
import { z } from 'zod';
import { apiQuery } from '#shared/lib/api-query.ts';
import { apiOf } from '#shared/lib/services.ts';
import { TRADING_PATH } from '../queries.ts';
import { type HistoryPage, PAGES_KEY } from './history-cache.ts';

const PAGE_SIZE = 20;

/** Returns the paged query of the filtered ended trades, newest first. */
export const historyPagesQuery = (filter: TradeFilter) =>
  infiniteQueryOptions({
    queryKey: [...PAGES_KEY, filter],
    queryFn: async ({ client, signal, pageParam }): Promise<HistoryPage> => {
      const query = { ...filter, limit: PAGE_SIZE, before: pageParam ?? undefined };
      const trades = await apiOf(client).get(TRADING_PATH.history, { schema: z.array(Option), query, signal });
      return { filter, trades, next: trades.length < PAGE_SIZE ? null : (trades.at(-1)?.id ?? null) };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // The rows of the previous filter stay visible until the new rows arrive.
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap(({ trades }) => trades),
  });

/** Returns the query of the numbers of trades that the frequent questions find. */
export const countsQuery = (filter: TradeFilter) =>
  queryOptions({
    ...apiQuery(TRADING_PATH.historyCounts, TradeCounts, { query: filter, key: [TRADING_PATH.historyCounts, filter] }),
    placeholderData: keepPreviousData,
  });
