/** Last instant of the year 9999, in epoch milliseconds. A larger number must have another unit. */
export const LATEST_TIME_MS = 253_402_300_799_999;

const ISO =
  /^([1-9]\d{3})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s?(?:(Z)|([+-])(\d\d):?(\d\d))?)?$/i;

const MS_PER_MINUTE = 60_000;

/** Returns the number of days of a month, 1–12, in the Gregorian calendar. */
const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * Reads an ISO 8601 date with an optional time. Date and time are separated by `T` or a space; seconds and fraction are
 * optional. The time zone is `Z` or ±hh:mm; without a time zone, the time is UTC. The result does not depend on the
 * time zone and locale of the machine.
 * @returns epoch milliseconds, with fractions of one dropped, or NaN if the text is not such a time.
 */
export function isoTimeMs(text: string): number {
  const parts = ISO.exec(text);
  if (!parts) return NaN;
  const field = (index: number): number => Number(parts[index] ?? 0);
  const [year, month, day, hour, minute, second] = [field(1), field(2), field(3), field(4), field(5), field(6)];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return NaN;
  if (hour > 23 || minute > 59 || second > 59 || field(10) > 23 || field(11) > 59) return NaN;
  const ms = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const offsetMs = (parts[9] === '-' ? -1 : 1) * (field(10) * 60 + field(11)) * MS_PER_MINUTE;
  return Date.UTC(year, month - 1, day, hour, minute, second, ms) - offsetMs;
}
