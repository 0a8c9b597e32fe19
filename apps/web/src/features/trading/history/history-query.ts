import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { Option, TradeCounts, type TradeFilter } from '@vigia/contract';
import { z } from 'zod';
import { apiQuery } from '#shared/lib/api-query.ts';
import { apiOf } from '#shared/lib/services.ts';
import { PATH } from '../queries.ts';
import { matchesFilter } from './filter.ts';

const PAGE_SIZE = 20;
const PAGES = 'pages';

/** A page of the history. `next` is the cursor of the next page, or null on the last page. */
export type HistoryPage = {
  readonly filter: TradeFilter;
  readonly trades: readonly Option[];
  readonly next: string | null;
};
type HistoryPages = InfiniteData<HistoryPage, string | null>;

/** Returns the paged query of the filtered ended trades, newest first. */
export const historyPagesQuery = (filter: TradeFilter) =>
  infiniteQueryOptions({
    queryKey: [PATH.history, PAGES, filter],
    queryFn: async ({ client, signal, pageParam }): Promise<HistoryPage> => {
      const query = { ...filter, limit: PAGE_SIZE, before: pageParam ?? undefined };
      const trades = await apiOf(client).get(PATH.history, { schema: z.array(Option), query, signal });
      return { filter, trades, next: trades.length < PAGE_SIZE ? null : (trades.at(-1)?.id ?? null) };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // The rows of the previous filter stay visible until the new rows arrive.
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap(({ trades }) => trades),
  });

/** Adds an ended or corrected trade to each cached history whose filter it matches. */
export function addToHistory(queries: QueryClient, trade: Option): void {
  if (trade.status === 'active') return;
  queries.setQueriesData<HistoryPages>(
    { queryKey: [PATH.history, PAGES], predicate: hasNoTag },
    (data) => data && { ...data, pages: mergePages(data.pages, trade) },
  );
  // Only the server knows whether the trade has a tag.
  void queries.invalidateQueries({ queryKey: [PATH.history, PAGES], predicate: hasTag });
  for (const path of [PATH.performance, PATH.historyCounts, PATH.calendar]) {
    void queries.invalidateQueries({ queryKey: [path] });
  }
}

/** Refetches the lists and figures that are filtered by a tag. */
export function invalidateTagged(queries: QueryClient): void {
  for (const path of [PATH.history, PATH.performance, PATH.historyCounts]) {
    void queries.invalidateQueries({ queryKey: [path], predicate: hasTag });
  }
}

/** Returns whether the last part of the key is a filter with a tag. */
function hasTag({ queryKey }: { readonly queryKey: QueryKey }): boolean {
  const filter = queryKey.at(-1);
  return typeof filter === 'object' && filter !== null && 'tag' in filter;
}

const hasNoTag = (query: { readonly queryKey: QueryKey }): boolean => !hasTag(query);

/** Returns the query of the numbers of trades that the frequent questions find. */
export const countsQuery = (filter: TradeFilter) =>
  queryOptions({
    ...apiQuery(PATH.historyCounts, TradeCounts, { query: filter, key: [PATH.historyCounts, filter] }),
    placeholderData: keepPreviousData,
  });

/**
 * Returns the loaded pages with the trade in them exactly once and in order. If the trade is older than the last loaded
 * trade, it is left out, because it belongs to a later page.
 */
export function mergePages(pages: readonly HistoryPage[], trade: Option): HistoryPage[] {
  const others = pages.map((page) => ({ ...page, trades: page.trades.filter(({ id }) => id !== trade.id) }));
  if (!pages[0] || !matchesFilter(trade, pages[0].filter)) return others;
  const isAfter = (other: Option): boolean => endedMs(other) <= endedMs(trade);
  const found = others.findIndex((page) => page.next === null || page.trades.some(isAfter));
  return others.map((page, index) =>
    index === found ? { ...page, trades: insert(page.trades, trade, isAfter) } : page,
  );
}

function insert(trades: readonly Option[], trade: Option, isAfter: (other: Option) => boolean): Option[] {
  const place = trades.findIndex(isAfter);
  const index = place === -1 ? trades.length : place;
  return [...trades.slice(0, index), trade, ...trades.slice(index)];
}

const endedMs = ({ settlement, expiry_time: expiry }: Option): number => Date.parse(settlement?.settled_at ?? expiry);
