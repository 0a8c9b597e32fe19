import type { DateOrder } from '#vocabulary/index.ts';

const DATE = /^"?(\d\d?)[-./](\d\d?)[-./]\d{4}/;
const MONTHS = 12;

/**
 * Finds the order of day and month. A number above twelve is a day. Without such a number, the field that changes more
 * often between consecutive dates is the day.
 * @param dates texts that begin with a date, in the order of the file
 * @returns null if the dates do not show the order
 */
export function dateOrderOf(dates: Iterable<string>): DateOrder | null {
  let [firstChanges, secondChanges] = [0, 0];
  let previous: readonly [string, string] | null = null;
  for (const text of dates) {
    const [, first, second] = DATE.exec(text) ?? [];
    if (first === undefined || second === undefined) continue;
    if (Number(first) > MONTHS) return 'day_first';
    if (Number(second) > MONTHS) return 'month_first';
    if (previous && previous[0] !== first) firstChanges += 1;
    if (previous && previous[1] !== second) secondChanges += 1;
    previous = [first, second];
  }
  if (firstChanges === secondChanges) return null;
  return firstChanges > secondChanges ? 'day_first' : 'month_first';
}
