import { minuteOfDay, zoneOffset } from '#kernel/index.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Longest time in which the local clock passes every minute of the day, also on a day with a change of the clocks. */
const SEARCH_MS = 2 * DAY_MS;
/** Minute of the local day at which the daily mail is sent: 08:00. */
const DAILY_AT_MINUTE = 480;

/** Quiet hours in minutes of the local day, 0–1439: from inclusive, to exclusive. They wrap midnight if from > to. */
export type QuietHours = { readonly fromMinute: number; readonly toMinute: number };

/** The choices of a user for a channel. Urgent notifications ignore all of them. */
export type ReleaseRules = {
  readonly timeZone: string;
  readonly quiet: QuietHours | null;
  /** Whether the notifications of a day become one message. */
  readonly isDaily: boolean;
};

/**
 * Returns a function from the time of a notification to the time at which it may be sent, both in epoch milliseconds.
 * The result is not before the notification and never decreases from one to a later one, so waiting keeps their order.
 */
export function releaseUnder({ timeZone, quiet, isDaily }: ReleaseRules): (createdMs: number) => number {
  const offset = zoneOffset(timeZone);
  const localMinute = (atMs: number) => minuteOfDay(atMs + offset(atMs));
  return (createdMs) => {
    const dayMs = isDaily ? firstMinute(createdMs, (atMs) => localMinute(atMs) === DAILY_AT_MINUTE) : createdMs;
    if (quiet === null || !isQuiet(quiet, localMinute(dayMs))) return dayMs;
    return firstMinute(dayMs, (atMs) => !isQuiet(quiet, localMinute(atMs)));
  };
}

/** Equal ends mean no quiet hours. */
function isQuiet({ fromMinute: from, toMinute: to }: QuietHours, minute: number): boolean {
  return from <= to ? from <= minute && minute < to : minute >= from || minute < to;
}

/** Returns the first full minute after a time that fulfils the condition; the end of the search if none does. */
function firstMinute(afterMs: number, fulfils: (atMs: number) => boolean): number {
  let atMs = (Math.floor(afterMs / MINUTE_MS) + 1) * MINUTE_MS;
  const endMs = atMs + SEARCH_MS;
  while (atMs < endMs && !fulfils(atMs)) atMs += MINUTE_MS;
  return atMs;
}
