import { at, type CandleColumns, rowsBetween, utcClock } from '@vigia/core/candles';
import { zoneOffset } from '@vigia/core/kernel';
import type { Sql } from '#platform/persistence/database.ts';
import { readNextPart } from '../price-file.repository.ts';
import { unpackPart } from './parts.ts';

/** Id of a kept file, and the time zone of its times. */
export type FileClock = { readonly id: string; readonly timeZone: string };
/** A time span in UTC seconds; `toTime` is exclusive. */
export type CandleSpan = { readonly fromTime: number; readonly toTime: number };

/** Yields the candles of a span in UTC, block by block. */
export async function* readCandles(
  sql: Sql,
  { id, timeZone }: FileClock,
  span: CandleSpan,
): AsyncGenerator<CandleColumns> {
  const toUtc = utcClock(timeZone, zoneOffset);
  for (let part = -1; ; ) {
    const row = await readNextPart(sql, id, part, span.fromTime);
    if (row === null) return;
    part = row.part;
    const candles = await unpackPart(row.bytes, row.candles);
    for (let index = 0; index < candles.length; index += 1) candles.time[index] = toUtc(at(candles.time, index));
    const within = between(candles, span);
    if (within.length > 0) yield within;
    if (at(candles.time, candles.length - 1) >= span.toTime) return;
  }
}

function between(candles: CandleColumns, { fromTime, toTime }: CandleSpan): CandleColumns {
  let [first, end] = [0, candles.length];
  while (first < end && at(candles.time, first) < fromTime) first += 1;
  while (end > first && at(candles.time, end - 1) >= toTime) end -= 1;
  return rowsBetween(candles, first, end);
}
