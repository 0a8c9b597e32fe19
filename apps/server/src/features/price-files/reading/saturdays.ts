import { type CandleColumns, meetsSaturday, tradesOnSaturdays, utcClock } from '@vigia/core/candles';
import { zoneOffset } from '@vigia/core/kernel';
import type { Sql } from '#platform/persistence/database.ts';
import { partSpans, partsAfter } from '../price-file.repository.ts';
import { unpackUtcCandles } from './base-candles.ts';
import type { FileClock } from './read-candles.ts';

/** Number of blocks that are checked. A block of 1-minute candles covers a week and a half of an imported file. */
const LOOKED_AT = 4;

/**
 * Returns true if a file has candles on Saturdays: among the given candles, or in the newest blocks that span a
 * Saturday.
 * @throws DamagedPartError
 */
export async function hasSaturdays(sql: Sql, { id, timeZone }: FileClock, read: CandleColumns): Promise<boolean> {
  if (tradesOnSaturdays(read.time.subarray(0, read.length))) return true;
  const toUtc = utcClock(timeZone, zoneOffset);
  const spans = await partSpans(sql, id);
  const over = spans.filter((span) => meetsSaturday(toUtc(span.first_time), toUtc(span.last_time)));
  for (const { part } of over.slice(0, LOOKED_AT)) {
    const [row] = await partsAfter(sql, id, { part: part - 1, fromTime: Number.MIN_SAFE_INTEGER / 2, limit: 1 });
    if (row && tradesOnSaturdays((await unpackUtcCandles(row, toUtc)).time)) return true;
  }
  return false;
}
