const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const MS_PER_DAY = 86_400_000;

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Returns the number of days of a month, 1–12, in the Gregorian calendar; 0 for another number. */
const daysOfMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (DAYS_OF_MONTHS[month - 1] ?? 0);

/**
 * Returns the start of a day in milliseconds since 1970, or NaN if the date does not exist. Formula: Howard Hinnant,
 * «chrono-compatible low-level date algorithms», days_from_civil.
 */
export function dayStartMs(year: number, month: number, day: number): number {
  if (day < 1 || day > daysOfMonth(year, month)) return NaN;
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return (era * 146_097 + dayOfEra - 719_468) * MS_PER_DAY;
}
