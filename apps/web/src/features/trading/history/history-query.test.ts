import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { wonTrade } from '../trades/testing.ts';
import { addToHistory, type HistoryPage, mergePages } from './history-cache.ts';
import { historyPagesQuery } from './history-query.ts';

const ended = (id: string, second: number) => {
  const trade = wonTrade({ id });
  const settled_at = new Date(Date.parse('2026-11-21T14:00:00Z') + second * 1_000).toISOString();
  return { ...trade, settlement: trade.settlement && { ...trade.settlement, settled_at } };
};
const page = (ids: readonly (readonly [string, number])[], next: string | null = null): HistoryPage => ({
  filter: { symbol: 'EURUSD' },
  trades: ids.map(([id, second]) => ended(id, second)),
  next,
});
const idsOf = (pages: readonly HistoryPage[]) => pages.map(({ trades }) => trades.map(({ id }) => id));

describe('a trade that has just ended', () => {
  it('is added to the first page only once, even if its event arrives twice', () => {
    const pages = [page([['b', 20]], 'b'), page([['a', 10]])];
    const once = mergePages(pages, ended('c', 30));
    expect(idsOf(once)).toEqual([['c', 'b'], ['a']]);
    expect(idsOf(mergePages(once, ended('c', 30)))).toEqual([['c', 'b'], ['a']]);
    expect(once[0]?.next).toBe('b');
  });

  it('is not added if it does not match the filter', () => {
    expect(idsOf(mergePages([page([['b', 20]])], { ...ended('c', 30), asset_symbol: 'BTCUSD' }))).toEqual([['b']]);
  });

  it('becomes the first row of an empty list', () => {
    expect(idsOf(mergePages([page([])], ended('a', 10)))).toEqual([['a']]);
  });
});

it('an ended trade that is older than the last loaded trade is not added, because it belongs to a later page', () => {
  expect(idsOf(mergePages([page([['b', 20]], 'b')], ended('a', 10)))).toEqual([['b']]);
  expect(idsOf(mergePages([page([['b', 20]])], ended('a', 10)))).toEqual([['b', 'a']]);
});

it('a trade is removed from the list if it no longer matches the filter after a correction', () => {
  const won = {
    ...page([
      ['b', 20],
      ['a', 10],
    ]),
    filter: { result: 'won' } as const,
  };
  expect(idsOf(mergePages([won], { ...ended('b', 20), status: 'lost', profit: -10 }))).toEqual([['a']]);
});

it('a list filtered by a tag is refetched when a trade ends, because a trade does not state its tags', () => {
  const queries = new QueryClient();
  const keyOf = (filter: object) => historyPagesQuery(filter).queryKey;
  for (const filter of [{}, { tag: 'prisa' }]) {
    queries.setQueryData(keyOf(filter), { pages: [{ ...page([]), filter }], pageParams: [null] });
  }
  addToHistory(queries, ended('a', 10));
  const stateOf = (filter: object) => ({
    ids: idsOf(queries.getQueryData(keyOf(filter))?.pages ?? []),
    isStale: queries.getQueryState(keyOf(filter))?.isInvalidated,
  });
  expect(stateOf({})).toEqual({ ids: [['a']], isStale: false });
  expect(stateOf({ tag: 'prisa' })).toEqual({ ids: [[]], isStale: true });
});
