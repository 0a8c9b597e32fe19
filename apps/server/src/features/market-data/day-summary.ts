import { DAY_CURVE_POINTS } from '@vigia/contract';
import { at } from '@vigia/core/candles';
import type { MinuteWindow } from './minute-window.ts';

const DAY_S = 86_400;
const MINUTE_S = 60;

/** Opening price and range of the 24 hours before the end of the last closed minute. */
export type DaySummary = { readonly open: number; readonly high: number; readonly low: number };

/**
 * Summarizes the last 24 hours of closed minutes, or all minutes if there are fewer. Returns null if there is no closed
 * minute.
 */
export function summarizeDay(minutes: MinuteWindow): DaySummary | null {
  if (minutes.lastTime === null) return null;
  const day = minutes.since(dayStart(minutes.lastTime));
  let high = -Infinity;
  let low = Infinity;
  for (let row = 0; row < day.length; row += 1) {
    if (at(day.high, row) > high) high = at(day.high, row);
    if (at(day.low, row) < low) low = at(day.low, row);
  }
  return { open: at(day.open, 0), high, low };
}

/**
 * Returns the last close in each part of the same 24 hours, oldest first. A part without minutes has no point, so the
 * result is shorter for a short history, and empty without one.
 */
export function curveOfDay(minutes: MinuteWindow): readonly number[] {
  if (minutes.lastTime === null) return [];
  const startTime = dayStart(minutes.lastTime);
  const day = minutes.since(startTime);
  const closes: number[] = [];
  const partOf = (row: number) => Math.floor((at(day.time, row) - startTime) / (DAY_S / DAY_CURVE_POINTS));
  for (let row = 0; row < day.length; row += 1) {
    if (row === day.length - 1 || partOf(row + 1) > partOf(row)) closes.push(at(day.close, row));
  }
  return closes;
}

const dayStart = (lastTime: number): number => lastTime + MINUTE_S - DAY_S;
