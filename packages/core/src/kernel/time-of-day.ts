const DAY_MINUTES = 1_440;
const MINUTE_MS = 60_000;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
const WEEK_DAYS = 7;
/** ISO number of the weekday of 1 January 1970. */
const FIRST_WEEKDAY = 4;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Returns the minute of the day of a wall clock, 0–1439. @param localMs milliseconds since 1970 on that clock */
export const minuteOfDay = (localMs: number): number => Math.floor(localMs / MINUTE_MS) % DAY_MINUTES;

/** Returns the weekday of a wall clock, 1–7 from Monday. @param localMs milliseconds since 1970 on that clock */
export const weekdayOf = (localMs: number): number =>
  ((Math.floor(localMs / DAY_MS) + FIRST_WEEKDAY - 1) % WEEK_DAYS) + 1;

/** Formats a minute of the day as "HH:MM". */
export const timeOfDay = (minute: number): string => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;

const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/**
 * Returns a function that tests whether a minute of the day is in [from, to). The hours wrap midnight if `from` is not
 * before `to`. @param hours two times "HH:MM"
 */
export function isInHours({ from, to }: { readonly from: string; readonly to: string }): (minute: number) => boolean {
  const first = minuteOf(from);
  const end = minuteOf(to);
  return (minute) => (first < end ? first <= minute && minute < end : minute >= first || minute < end);
}
