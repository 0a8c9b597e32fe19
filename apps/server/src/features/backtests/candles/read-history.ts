import type { CandleColumns } from '@vigia/core/candles';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { storedMinutes, type TimeSpan } from '../../market-data/index.ts';
import type { JobControl } from '../threads/job-control.ts';
import { SharedCandles } from '../threads/shared-candles.ts';

/** Base candles one test may run over: some four years of minutes, 80 MB. */
export const MAX_CANDLES = 2_000_000;
const MINUTE_S = 60;
/** Ten thousand candles: some five milliseconds of the event loop at a time. */
const SLICE_S = 7 * 86_400;

/** Candles the server has stored, of one source. */
export type StoredData = { readonly source: PriceSource; readonly symbol: string; readonly span: TimeSpan };

/** Reads stored candles into shared memory in slices, others' requests between them. What was cancelled is not read to its end. */
export async function readHistory(
  sql: Sql,
  { source, symbol, span: { fromTime, toTime } }: StoredData,
  control: JobControl,
): Promise<CandleColumns> {
  const candles = new SharedCandles(Math.min(Math.ceil((toTime - fromTime) / MINUTE_S), MAX_CANDLES));
  for (let from = fromTime; from < toTime && !control.isCancelled; from += SLICE_S) {
    const slice = { fromTime: from, toTime: Math.min(from + SLICE_S, toTime) };
    candles.append(await storedMinutes(sql, source, symbol, slice));
  }
  return candles.columns;
}
