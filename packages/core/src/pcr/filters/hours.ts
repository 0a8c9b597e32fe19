import type { HoursFilter } from '../setup/setup.ts';
import { type FilterFold, stateless } from './filter-fold.ts';

const MS_PER_MINUTE = 60_000;
const MINUTES_PER_DAY = 1_440;

const minuteOf = (timeOfDay: string): number => Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3));

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const timeOfDay = (minute: number): string => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;

/**
 * Requires the entry's UTC time of day to lie in [from, to). The bounds are whole minutes, so seconds make no
 * difference.
 */
export function hoursFilter({ from, to }: HoursFilter): FilterFold {
  const first = minuteOf(from);
  const end = minuteOf(to);
  return stateless(({ entryTimeMs }) => {
    const minute = Math.floor(entryTimeMs / MS_PER_MINUTE) % MINUTES_PER_DAY;
    const passed = first < end ? first <= minute && minute < end : minute >= first || minute < end;
    return { filter: 'hours', passed, value: timeOfDay(minute), limit: `${from}-${to}` };
  });
}
