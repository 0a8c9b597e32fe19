import type { EpochMs } from '@vigia/core/kernel';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Parts = Readonly<Record<Intl.DateTimeFormatPartTypes, string>>;

/**
 * Cache of formatters by time zone, because creating a formatter is the slow part of a refusal, and time zones are few.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

function partsIn(timeZone: string, timeMs: number): Partial<Parts> {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('es-419', {
      timeZone,
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(timeZone, format);
  return Object.fromEntries(format.formatToParts(timeMs).map(({ type, value }) => [type, value]));
}

const dateOf = ({ year, month, day }: Partial<Parts>): string => `${year} ${month} ${day}`;

/**
 * Formats a future time for use within a sentence, in a time zone: 'hoy a las 14:30', 'mañana a las 00:00', 'el lunes
 * 23 de noviembre a las 00:00'. Rounds up to the next full minute, so that the limit has reset at the minute shown.
 */
export function resetText(untilMs: EpochMs, nowMs: EpochMs, timeZone: string): string {
  const until = partsIn(timeZone, Math.ceil(untilMs / MINUTE_MS) * MINUTE_MS);
  // Spanish uses the singular for one o'clock: 'a la 01:00'.
  const time = `a ${until.hour === '01' ? 'la' : 'las'} ${until.hour}:${until.minute}`;
  if (dateOf(until) === dateOf(partsIn(timeZone, nowMs))) return `hoy ${time}`;
  if (isNextDay(until, nowMs, timeZone)) return `mañana ${time}`;
  return `el ${until.weekday} ${until.day} de ${until.month} ${time}`;
}

/**
 * Returns true if `until` is in the next local day. The function searches hour by hour, because a local day has 23 to
 * 25 hours when clocks change.
 */
function isNextDay(until: Partial<Parts>, nowMs: EpochMs, timeZone: string): boolean {
  const today = dateOf(partsIn(timeZone, nowMs));
  for (let aheadMs = DAY_MS / 24; aheadMs <= 2 * DAY_MS; aheadMs += DAY_MS / 24) {
    const date = dateOf(partsIn(timeZone, nowMs + aheadMs));
    if (date !== today) return date === dateOf(until);
  }
  return false;
}
