import { at } from './columns.ts';
import { type CandleGap, findGaps } from './gaps.ts';

/**
 * The minutes that a history of 1-minute candles lacks. Weekends are counted separately, because there was no trading.
 */
export type HistoryGaps = {
  /** Number of weekends on which the market was closed. */
  readonly weekends: number;
  /** Number of other gaps, and the minutes that they lack. */
  readonly holes: number;
  readonly holeMinutes: number;
  /** The longest holes, ascending in time. */
  readonly longest: readonly CandleGap[];
};

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;
/** The first Saturday after the Unix epoch is 3 January 1970. */
const FIRST_SATURDAY_S = 2 * DAY_S;
const WEEK_S = 7 * DAY_S;
/** Earliest start of a weekend, as seconds before Saturday. Markets close on Friday, after noon UTC at the earliest. */
const EARLIEST_REST_S = -12 * HOUR_S;
/**
 * Latest end of a weekend, as seconds after the start of Saturday. American stock markets open after 14:00 UTC on
 * Monday.
 */
const LATEST_REST_S = (24 + 24 + 15) * HOUR_S;
/** Hours of Saturday in UTC. In these hours every market with weekends is closed. */
const REST = { fromS: 2 * HOUR_S, toS: 20 * HOUR_S };
const LONGEST = 20;

/**
 * Finds the gaps of a history between two times. A gap that contains a whole Saturday is a weekend. If the history has
 * candles on Saturdays, the market never closes, and every gap is a hole.
 * @param time open times in UTC epoch seconds, ascending, multiples of 60
 * @param from first expected minute, epoch seconds
 * @param to end of the span, exclusive
 */
export function historyGaps(time: Float64Array, from: number, to: number): HistoryGaps {
  const gaps = findGaps(time, MINUTE_S, from, to);
  const rests = tradesOnSaturdays(time) ? [] : gaps.filter(isWeekend);
  const resting = new Set(rests);
  const holes = gaps.filter((gap) => !resting.has(gap));
  const longest = holes.toSorted((a, b) => b.count - a.count).slice(0, LONGEST);
  return {
    weekends: rests.length,
    holes: holes.length,
    holeMinutes: holes.reduce((sum, { count }) => sum + count, 0),
    longest: longest.toSorted((a, b) => a.from - b.from),
  };
}

/** Returns whether any of these candles opens on a Saturday, in hours in which markets with weekends are closed. */
export function tradesOnSaturdays(time: Float64Array): boolean {
  for (let row = 0; row < time.length; row += 1) {
    const second = sinceSaturday(at(time, row));
    if (second >= REST.fromS && second < REST.toS) return true;
  }
  return false;
}

/** Returns the seconds since the start of the last Saturday, UTC. */
const sinceSaturday = (time: number): number => (((time - FIRST_SATURDAY_S) % WEEK_S) + WEEK_S) % WEEK_S;

/**
 * Returns whether a time span overlaps the Saturday hours that `tradesOnSaturdays` examines. The bounds are UTC epoch
 * seconds and belong to the span.
 */
export function meetsSaturday(from: number, to: number): boolean {
  const begin = sinceSaturday(from);
  return (begin >= REST.fromS && begin < REST.toS) || (REST.fromS - begin + WEEK_S) % WEEK_S <= to - from;
}

/** Returns whether a gap of a market that does not trade on Saturdays is a closed weekend. */
export function isWeekend({ from, to }: Pick<CandleGap, 'from' | 'to'>): boolean {
  // Both times are seconds after the start of Saturday; a time on Friday afternoon is negative.
  const begin = sinceSaturday(from - EARLIEST_REST_S) + EARLIEST_REST_S;
  const end = begin + (to - from);
  return begin <= REST.fromS && end >= REST.toS && end <= LATEST_REST_S;
}
