const QUARTER_MS = 900_000;

/**
 * Returns a function that returns the offset of a time zone from UTC at a time, in milliseconds. Time zones change
 * their offset only at quarters of an hour, so the function looks up each quarter once.
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
  return (atMs) => {
    const quarterMs = Math.floor(atMs / QUARTER_MS) * QUARTER_MS;
    const found = known.get(quarterMs) ?? offsetAt(format, quarterMs);
    known.set(quarterMs, found);
    return found;
  };
}

function offsetAt(format: Intl.DateTimeFormat, atMs: number): number {
  const shown = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => shown.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) - atMs;
}
