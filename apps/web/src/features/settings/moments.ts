import { settingsMessages as words } from './messages.es.ts';

/** One way of writing a date for everybody: some countries' own would read "21 de nov de 2026". */
const LOCALE = 'es-419';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const AS_DATE_FROM_MS = 30 * DAY_MS;

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
const date = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });
const dateTime = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `18 feb 2027` */
export const onDay = (instant: string): string => date.format(new Date(instant));
/** `21 nov 2026, 14:30` in the browser's time zone. */
export const atMoment = (instant: string): string => dateTime.format(new Date(instant));

/** `hace 2 horas`, `ayer`; older than a month as a date. A moment ahead of our clock is now. */
export function ago(instant: string, nowMs: number): string {
  const passedMs = nowMs - Date.parse(instant);
  if (passedMs < MINUTE_MS) return words.justNow;
  if (passedMs < HOUR_MS) return relative.format(-Math.floor(passedMs / MINUTE_MS), 'minute');
  if (passedMs < DAY_MS) return relative.format(-Math.floor(passedMs / HOUR_MS), 'hour');
  if (passedMs < AS_DATE_FROM_MS) return relative.format(-Math.floor(passedMs / DAY_MS), 'day');
  return onDay(instant);
}
