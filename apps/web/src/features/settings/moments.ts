import { displayZone } from '#shared/lib/display-zone.ts';
import { LANGUAGE } from '#shared/lib/language.es.ts';
import { settingsMessages as words } from './messages.es.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const AS_DATE_FROM_MS = 30 * DAY_MS;

const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });
const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/**
 * Formats a time with the same date format in all regions. In some regions the default format would be "21 de nov de
 * 2026".
 */
const formatted = (instant: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(LANGUAGE, { ...options, timeZone: displayZone() }).format(new Date(instant));

/** Formats a time as `18 feb 2027`. */
export const formatMomentDay = (instant: string): string => formatted(instant, DATE);
/** Formats a time as `21 nov 2026, 14:30` in the user's time zone. */
export const formatMomentInZone = (instant: string): string => formatted(instant, { ...DATE, ...TIME });

/**
 * Formats a time as `hace 2 horas` or `ayer`, and as a date if it is older than a month. A future time counts as now.
 */
export function timeAgo(instant: string, nowMs: number): string {
  const passedMs = nowMs - Date.parse(instant);
  if (passedMs < MINUTE_MS) return words.justNow;
  if (passedMs < HOUR_MS) return relative.format(-Math.floor(passedMs / MINUTE_MS), 'minute');
  if (passedMs < DAY_MS) return relative.format(-Math.floor(passedMs / HOUR_MS), 'hour');
  if (passedMs < AS_DATE_FROM_MS) return relative.format(-Math.floor(passedMs / DAY_MS), 'day');
  return formatMomentDay(instant);
}
