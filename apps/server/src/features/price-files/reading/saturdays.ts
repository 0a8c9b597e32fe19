import { type CandleColumns, meetsSaturday, tradesOnSaturdays, utcClock } from '@vigia/core/candles';
import { zoneOffset } from '@vigia/core/kernel';
import type { Sql } from '#platform/persistence/database.ts';
import { partSpans, partsAfter } from '../price-file.repository.ts';
import { utcBlock } from './base-candles.ts';
import type { KeptClock } from './read-candles.ts';

/** Number of blocks that are looked at. A block of minutes holds a week and a half of an imported file. */
const LOOKED_AT = 4;

/**
 * Returns whether a file has candles on Saturdays: in these candles of it, or in the newest blocks that reach over one.
 * @throws DamagedPart
 */
export async function hasSaturdays(sql: Sql, { id, timeZone }: KeptClock, read: CandleColumns): Promise<boolean> {
  if (tradesOnSaturdays(read.time.subarray(0, read.length))) return true;
  const toUtc = utcClock(timeZone, zoneOffset);
  const spans = await partSpans(sql, id);
  const over = spans.filter((span) => meetsSaturday(toUtc(span.first_time), toUtc(span.last_time)));
  for (const { part } of over.slice(0, LOOKED_AT)) {
    const [row] = await partsAfter(sql, id, { part: part - 1, fromTime: Number.MIN_SAFE_INTEGER / 2, limit: 1 });
    if (row && tradesOnSaturdays((await utcBlock(row, toUtc)).time)) return true;
  }
  return false;
}
