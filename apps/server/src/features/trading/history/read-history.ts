import type { HistoryQuery, Option } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { TradingDeps } from '../deps.ts';
import { toOption } from '../trade-row.ts';
import { findEndPosition, historyPage } from './ended-trades.repository.ts';

/**
 * Returns a page of ended trades, newest first. Returns an error if the trade to continue from is not in this history.
 */
export async function readHistory(
  { db: { sql } }: Pick<TradingDeps, 'db'>,
  userId: string,
  { limit, before, ...filter }: HistoryQuery,
): Promise<Result<Option[], 'trade_not_found'>> {
  const end = before === undefined ? null : await findEndPosition(sql, userId, before);
  if (before !== undefined && end === null) return err('trade_not_found');
  const rows = await historyPage(sql, userId, filter, end, limit);
  return ok(rows.map(toOption));
}
