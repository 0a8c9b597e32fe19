import { isInHours, minuteOfDay, timeOfDay } from '#kernel/index.ts';
import type { HoursFilter } from '../setup/setup.ts';
import { type FilterFold, statelessFilter } from './filter-fold.ts';

/**
 * Requires the entry's UTC time of day to be in [from, to). The bounds are whole minutes, so seconds make no
 * difference.
 */
export function hoursFilter({ from, to }: HoursFilter): FilterFold {
  const isInside = isInHours({ from, to });
  return statelessFilter(({ entryTimeMs }) => {
    const minute = minuteOfDay(entryTimeMs);
    return { filter: 'hours', passed: isInside(minute), value: timeOfDay(minute), limit: `${from}-${to}` };
  });
}
