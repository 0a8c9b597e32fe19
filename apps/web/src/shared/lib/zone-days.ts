const DAY_MS = 24 * 60 * 60_000;

/** Returns the calendar day of a time in a time zone: `2026-11-21`. */
export const dayIn = (atMs: number, timeZone: string): string =>
  new Date(atMs + offsetMs(atMs, timeZone)).toISOString().slice(0, 10);

/** Returns the day that is `days` days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the start of a calendar day in a time zone, in epoch milliseconds. A clock change may skip 00:00. */
export function startOfDayIn(day: string, timeZone: string): number {
  const asUtcMs = Date.parse(day);
  const oneMs = asUtcMs - offsetMs(asUtcMs, timeZone);
  // On a day with a clock change, the UTC offset at its start may differ from the offset of the first guess.
  const otherMs = asUtcMs - offsetMs(oneMs, timeZone);
  const within = [oneMs, otherMs].filter((ms) => dayIn(ms, timeZone) === day);
  return within.length === 0 ? oneMs : Math.min(...within);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, made);
  return made;
}

/** Returns the offset of a time zone from UTC at a given time, in milliseconds. */
function offsetMs(atMs: number, timeZone: string): number {
  const shown = new Map(
    clockOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => shown.get(type) ?? 0;
  const clockMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return clockMs - Math.floor(atMs / 1_000) * 1_000;
}
