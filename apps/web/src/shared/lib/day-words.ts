import { LANGUAGE } from './language.es.ts';
import { libMessages } from './messages.es.ts';

const words = libMessages.day;

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;

/**
 * Formats a future time as day and time in a time zone. Examples: `mañana a las 14:05`, `el lunes a las 00:00`,
 * `el 3 dic a las 09:00`.
 */
export function dayAndTime(instant: string, nowMs: number, timeZone: string): string {
  const atMs = Date.parse(instant);
  return `${dayOf(atMs, nowMs, timeZone)} ${formatAtTime(atMs, timeZone)}`;
}

/** Formats the time of day in a time zone: `a las 14:05`, `a la 01:30`. */
export function formatAtTime(atMs: number, timeZone: string): string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  return words.at(new Intl.DateTimeFormat(LANGUAGE, options).format(atMs));
}

function dayOf(atMs: number, nowMs: number, timeZone: string): string {
  const days = calendarDay(atMs, timeZone) - calendarDay(nowMs, timeZone);
  if (days === 0) return words.today;
  if (days === 1) return words.tomorrow;
  const isNear = days > 0 && days * DAY_MS < WEEK_MS;
  const format = isNear ? ({ weekday: 'long' } as const) : ({ day: 'numeric', month: 'short' } as const);
  return words.on(new Intl.DateTimeFormat(LANGUAGE, { ...format, timeZone }).format(atMs));
}

/** Returns the calendar date in a time zone as the number of days since the epoch. */
function calendarDay(atMs: number, timeZone: string): number {
  const date = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(atMs);
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}
