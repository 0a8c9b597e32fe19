const QUARTER_MS = 900_000;

/**
 * How far a zone's clock is ahead of UTC at a moment, in milliseconds. Every change of every zone happens on a quarter
 * of an hour, so that each quarter is looked up once.
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
