import { utcClock } from '@vigia/core/candles';
import { zoneOffset } from '@vigia/core/kernel';

/** Returns the calendar day of an instant in a time zone, such as `2018-07-02`. */
export function dayIn(zone: string, instant: string): string {
  const ms = Date.parse(instant);
  return new Date(ms + zoneOffset(zone)(ms)).toISOString().slice(0, 10);
}

/** Returns the time at which a calendar day begins in a time zone, in epoch seconds. */
export const startOfDay = (zone: string, day: string): number =>
  utcClock(zone, zoneOffset)(Date.parse(`${day}T00:00:00Z`) / 1_000);
