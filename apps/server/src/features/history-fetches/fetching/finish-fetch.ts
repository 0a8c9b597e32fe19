import { historyGaps } from '@vigia/core/candles';
import type { Transaction } from '#platform/persistence/database.ts';
import { keepFetchedHistory, readStoredTimes } from '../../price-files/index.ts';
import type { HistoryFetchDeps } from '../deps.ts';
import { type FetchRow, storeFetchGaps } from '../fetch.repository.ts';
import { pageSpan } from './pages.ts';

/**
 * Stores the gaps of a fetch that has ended, and keeps its price file, so that backtests can use it. A repeated call
 * changes nothing.
 * @param transaction runs the write; the worker passes a transaction under the lease of the user's shard
 */
export async function finishFetch(
  { db, clock }: Pick<HistoryFetchDeps, 'db' | 'clock'>,
  fetch: FetchRow,
  transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
): Promise<void> {
  const gaps = historyGaps(await readStoredTimes(db.sql, fetch.id), fetchedFrom(fetch), fetch.to_time);
  await transaction(async (tx) => {
    if (await storeFetchGaps(tx, fetch.id, gaps)) await keepFetchedHistory(tx, fetch.id, clock.now());
  });
}

/** Returns the start of the fetched part of a history. Older pages that were not requested yet are not a gap. */
function fetchedFrom({ next_page, low_page, page_candles, from_time, to_time }: FetchRow): number {
  const grid = { pageCandles: page_candles, fromTime: from_time, toTime: to_time };
  const isExtended = pageSpan(low_page, grid).fromTime > from_time;
  return next_page < low_page || isExtended ? from_time : pageSpan(next_page + 1, grid).fromTime;
}
