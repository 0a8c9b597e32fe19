import { BROKER_SERVER_ZONE } from '#vocabulary/index.ts';

/** For a time zone, a function from an instant in UTC milliseconds to the zone's offset from UTC in milliseconds. */
export type OffsetOf = (zone: string) => (atMs: number) => number;

const DAY_S = 86_400;
const MS_PER_SECOND = 1_000;
const BROKER_AHEAD_S = 7 * 3_600;

/** Returns the offset of a time zone in seconds at an instant in UTC seconds. */
export type OffsetSeconds = (time: number) => number;

/**
 * Returns a function that returns the offsets of a time zone. `zone` is an IANA name or `BROKER_SERVER_ZONE`. For a day
 * whose start and end have the same offset, the function looks it up once.
 */
export function offsetsOf(zone: string, offsetOf: OffsetOf): OffsetSeconds {
  const isBroker = zone === BROKER_SERVER_ZONE;
  const offsetMs = offsetOf(isBroker ? 'America/New_York' : zone);
  const ahead = isBroker ? BROKER_AHEAD_S : 0;
  const lookUp = (time: number): number => offsetMs(time * MS_PER_SECOND) / MS_PER_SECOND + ahead;
  const days = new Map<number, number | null>();
  let [lastDay, lastOffset]: [number, number | null] = [NaN, null];
  return (time) => {
    const day = Math.floor(time / DAY_S);
    if (day !== lastDay) {
      const known = days.get(day);
      lastOffset = known === undefined ? offsetOfDay(lookUp, day) : known;
      lastDay = day;
      if (known === undefined) days.set(day, lastOffset);
    }
    return lastOffset ?? lookUp(time);
  };
}

function offsetOfDay(lookUp: OffsetSeconds, day: number): number | null {
  const start = lookUp(day * DAY_S);
  return start === lookUp((day + 1) * DAY_S) ? start : null;
}

/**
 * Returns a function that converts a time on the clock of a zone (seconds since 1970) to UTC seconds. When the clock
 * goes back, it repeats an hour; the function always chooses the same one of the two. When the clock goes forward, it
 * skips an hour; a time in that hour becomes a time beside it. The results are therefore not strictly ascending at
 * these changes.
 */
export function utcClock(zone: string, offsetOf: OffsetOf): (wallTime: number) => number {
  const offsets = offsetsOf(zone, offsetOf);
  return (wallTime) => {
    const guess = wallTime - offsets(wallTime);
    return wallTime - offsets(guess);
  };
}
