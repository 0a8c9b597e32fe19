const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;

/**
 * Returns a function that returns the offset of a time zone from UTC at a time, in milliseconds. Time zones change
 * their offset only at quarters of an hour, and at most once in a day. A day that starts and ends with one offset has
 * it throughout, so most days need no look-up of their quarters.
 * @param timeZone an IANA name that the platform knows
 */
export function zoneOffset(timeZone: string): (atMs: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const known = new Map<number, number>();
  const offset = (atMs: number): number => {
    const found = known.get(atMs) ?? offsetAt(format, atMs);
    known.set(atMs, found);
    return found;
  };
  let dayMs = NaN;
  let ofDay: number | null = null;
  return (atMs) => {
    const startMs = Math.floor(atMs / DAY_MS) * DAY_MS;
    if (startMs !== dayMs) {
      dayMs = startMs;
      ofDay = offset(startMs) === offset(startMs + DAY_MS) ? offset(startMs) : null;
    }
    return ofDay ?? offset(Math.floor(atMs / QUARTER_MS) * QUARTER_MS);
  };
}

function offsetAt(format: Intl.DateTimeFormat, atMs: number): number {
  const shown = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => shown.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) - atMs;
}
