import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Option, TradeFilter } from '@vigia/contract';
import { TRADING_PATH } from '../queries.ts';
import { matchesFilter } from './filter.ts';

/** Start of the query keys of the paged history. */
export const PAGES_KEY = [TRADING_PATH.history, 'pages'] as const;

/** A page of the history. `next` is the cursor of the next page, or null on the last page. */
export type HistoryPage = {
  readonly filter: TradeFilter;
  readonly trades: readonly Option[];
  readonly next: string | null;
};
type HistoryPages = InfiniteData<HistoryPage, string | null>;

/** Adds an ended or corrected trade to each cached history whose filter it matches. */
export function addToHistory(queries: QueryClient, trade: Option): void {
  if (trade.status === 'active') return;
  queries.setQueriesData<HistoryPages>(
    { queryKey: PAGES_KEY, predicate: hasNoTag },
    (data) => data && { ...data, pages: mergePages(data.pages, trade) },
  );
  // Only the server knows whether the trade has a tag.
  void queries.invalidateQueries({ queryKey: PAGES_KEY, predicate: hasTag });
  for (const path of [TRADING_PATH.performance, TRADING_PATH.historyCounts, TRADING_PATH.calendar]) {
    void queries.invalidateQueries({ queryKey: [path] });
  }
}

/** Refetches the lists and figures that are filtered by a tag. */
export function invalidateTagged(queries: QueryClient): void {
  for (const path of [TRADING_PATH.history, TRADING_PATH.performance, TRADING_PATH.historyCounts]) {
    void queries.invalidateQueries({ queryKey: [path], predicate: hasTag });
  }
}

/** Returns whether the last part of the key is a filter with a tag. */
function hasTag({ queryKey }: { readonly queryKey: QueryKey }): boolean {
  const filter = queryKey.at(-1);
  return typeof filter === 'object' && filter !== null && 'tag' in filter;
}

const hasNoTag = (query: { readonly queryKey: QueryKey }): boolean => !hasTag(query);

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
