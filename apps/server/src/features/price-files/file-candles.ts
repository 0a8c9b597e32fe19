import type { PriceFileCandlesQuery, PriceFileCandlesView } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { candleLengthText } from './file-fault.es.ts';
import { findKeptFile } from './kept-file.ts';
import { readCandlePage } from './reading/candle-page.ts';
import { DamagedPartError } from './reading/parts.ts';
import type { PriceFileRefusal } from './refusal.ts';

/** Reads a page of candles of a kept file of a user, for a chart. */
export async function fileCandles(
  sql: Sql,
  userId: string,
  id: string,
  query: PriceFileCandlesQuery,
): Promise<Result<PriceFileCandlesView, PriceFileRefusal>> {
  const found = await findKeptFile(sql, userId, id);
  if (!found.ok) return found;
  const { stepSeconds } = found.value;
  const { timeframe } = query;
  if (TIMEFRAME_SECONDS[timeframe] % stepSeconds !== 0) {
    return err({ code: 'backtest_timeframe_not_multiple', values: { step: candleLengthText(stepSeconds), timeframe } });
  }
  const page = await readCandlePage(sql, found.value, query).catch((error: unknown) => {
    if (error instanceof DamagedPartError) return null;
    throw error;
  });
  // A deletion during the read removes blocks, so the page may be incomplete.
  const still = await findKeptFile(sql, userId, id);
  if (!still.ok) return still;
  return page === null ? err({ code: 'price_file_damaged' }) : ok(page);
}
