import { type CandleColumns, emptyColumns, setRow, type TickColumns } from '@vigia/core/candles';
import type { TickWalker } from './tick-walker.ts';

const MINUTE_MS = 60_000;

/** Returns the ticks of a walker with fromMs ≤ time < toMs. */
export function ticksBetween(walker: TickWalker, fromMs: number, toMs: number): TickColumns {
  const timeMs: number[] = [];
  const price: number[] = [];
  for (walker.seekFrom(fromMs); walker.timeMs < toMs; walker.next()) {
    timeMs.push(walker.timeMs);
    price.push(walker.price);
  }
  return { length: timeMs.length, timeMs: Float64Array.from(timeMs), price: Float64Array.from(price) };
}

/**
 * Builds 1-minute candles from a walker's ticks. Returns the candles that open in [fromMs, toMs) and have closed by
 * `nowMs`.
 */
export function minuteCandlesBetween(walker: TickWalker, fromMs: number, toMs: number, nowMs: number): CandleColumns {
  const firstMs = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS;
  const endMs = Math.min(Math.ceil(toMs / MINUTE_MS), Math.floor(nowMs / MINUTE_MS)) * MINUTE_MS;
  const columns = emptyColumns(Math.max(0, (endMs - firstMs) / MINUTE_MS));
  let length = 0;
  for (walker.seekFrom(firstMs); walker.timeMs < endMs; length++) takeMinute(walker, columns, length);
  return { ...columns, length };
}

/**
 * Writes the candle of the walker's current minute into one row, and moves the walker to the first tick of a later
 * minute.
 */
function takeMinute(walker: TickWalker, columns: CandleColumns, row: number): void {
  const minute = Math.floor(walker.timeMs / MINUTE_MS);
  const open = walker.price;
  let high = open;
  let low = open;
  let close = open;
  for (const endMs = (minute + 1) * MINUTE_MS; walker.timeMs < endMs; walker.next()) {
    close = walker.price;
    if (close > high) high = close;
    if (close < low) low = close;
  }
  setRow(columns, row, { time: minute * 60, open, high, low, close });
}
