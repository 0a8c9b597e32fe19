import { err, ok, type Result } from '#kernel/index.ts';
import type { CsvColumn, CsvError } from '../csv-error.ts';
import type { FieldRole } from './dialect.ts';

const PRICES = ['open', 'high', 'low', 'close'] as const;
/** Header names of a time, best first. */
const TIMES = ['time', 'datetime', 'date time', 'timestamp', 'gmt time', 'local time', 'utc time', 'eet time', 'date'];
const CLOCK = /^\d\d?:\d\d/;
const HEADER_LINE = 1;

/** Returns a header name in lower case, without quotes and without the angle brackets of MetaTrader. */
export const bareName = (name: string): string =>
  name
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .toLowerCase()
    .replace(/^<(.*)>$/, '$1')
    .trim();

/** Finds the role of each field from the names of the header. @param row the first row below the header */
export function rolesOfHeader(names: readonly string[], row: readonly string[]): Result<FieldRole[], CsvError> {
  const roles: FieldRole[] = names.map(() => 'none');
  const place = (role: FieldRole, name: string | undefined, column: CsvColumn): CsvError | null => {
    const index = name === undefined ? -1 : names.indexOf(name);
    if (name === undefined || index < 0) return { line: HEADER_LINE, reason: 'missing_column', column };
    if (names.lastIndexOf(name) !== index) return { line: HEADER_LINE, reason: 'duplicate_column', column };
    roles[index] = role;
    return null;
  };
  const time = TIMES.find((name) => names.includes(name));
  if (time === undefined && !PRICES.some((name) => names.includes(name))) {
    return err({ line: HEADER_LINE, reason: 'bad_header' });
  }
  const clock = row[names.indexOf('time')]?.trim() ?? '';
  const isApart = names.includes('date') && CLOCK.test(clock);
  const faults = isApart
    ? [place('date', 'date', 'time'), place('clock', 'time', 'time')]
    : [place('time', time, 'time')];
  const fault = [...faults, ...PRICES.map((name) => place(name, name, name))].find((found) => found !== null);
  return fault ? err(fault) : ok(roles);
}

/** Finds the role of each field in a file without a header: time, or date and clock, then the four prices. */
export function rolesOfRow(row: readonly string[]): Result<FieldRole[], CsvError> {
  const times: FieldRole[] = CLOCK.test(row[1]?.trim() ?? '') ? ['date', 'clock'] : ['time'];
  const known: FieldRole[] = [...times, ...PRICES];
  const missing = known[row.length];
  if (row.length <= times.length) return err({ line: HEADER_LINE, reason: 'bad_header' });
  if (missing !== undefined) return err({ line: HEADER_LINE, reason: 'missing_field', column: columnOf(missing) });
  return ok(row.map((_, field) => known[field] ?? 'none'));
}

/** Returns the column that a fault reports for a field. */
export const columnOf = (role: FieldRole): CsvColumn =>
  role === 'open' || role === 'high' || role === 'low' || role === 'close' ? role : 'time';
