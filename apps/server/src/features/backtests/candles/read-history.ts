import type { CandleColumns } from '@vigia/core/candles';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { storedMinutes, type TimeSpan } from '../../market-data/index.ts';
import { type KeptFile, readCandles } from '../../price-files/index.ts';
import type { JobControl } from '../threads/job-control.ts';
import { SharedCandles } from '../threads/shared-candles.ts';

/** Largest number of base candles of a backtest. They are about four years of minutes and take 80 MB. */
export const MAX_CANDLES = 2_000_000;
const MINUTE_S = 60;
/**
 * Time span of one read in seconds. It has about ten thousand candles, which block the event loop for about five
 * milliseconds.
 */
const SLICE_S = 7 * 86_400;

/** Stored candles of one asset from one source. */
export type StoredData = { readonly source: PriceSource; readonly symbol: string; readonly span: TimeSpan };

/**
 * Reads stored candles into shared memory in slices, so that other requests run in between. Stops when the backtest is
 * cancelled.
 */
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

/**
 * Candles of a price file that its user has imported. `room`: reserved number of candles, at least those of the file.
 */
export type PriceFileData = { readonly file: KeptFile; readonly span: TimeSpan; readonly room: number };

/** Reads the candles of an imported price file into shared memory, block by block. */
export async function readPriceFile(
  sql: Sql,
  { file, span, room }: PriceFileData,
  control: JobControl,
): Promise<CandleColumns> {
  const candles = new SharedCandles(room);
  for await (const block of readCandles(sql, file, span)) {
    candles.append(block);
    if (control.isCancelled) break;
  }
  return candles.columns;
}
