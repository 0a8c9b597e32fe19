import { err, ok, type Result } from '#kernel/index.ts';
import type { FileTimeForm, PriceFileFormat } from '#vocabulary/index.ts';
import type { CsvError } from '../csv-error.ts';
import { dateOrderOf } from './date-order.ts';
import { type DetectOptions, type Dialect, type FieldRole, SEPARATOR_TEXT, type Separator } from './dialect.ts';
import { bareName, rolesOfHeader, rolesOfRow } from './field-roles.ts';

/** Number of rows that are examined for decimal marks. */
const ROWS_LOOKED_AT = 200;
const UTF8_MARK = '\u00ef\u00bb\u00bf';
const ZONE = /(?:Z|[+-]\d\d:?\d\d|GMT|UTC)$/i;
const TEXT_MAX = 100;

/** The detected dialect. `needs_more`: more rows may show the order of day and month. */
export type DetectedDialect = { readonly kind: 'found'; readonly dialect: Dialect } | { readonly kind: 'needs_more' };

/**
 * Detects the dialect of a file.
 * @param sample its first complete lines, one character per byte
 * @param isAll whether the sample is the whole file
 */
export function detectDialect(
  sample: string,
  { dateOrder }: DetectOptions,
  isAll: boolean,
): Result<DetectedDialect, CsvError> {
  const lines = sample
    .replace(UTF8_MARK, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');
  const [first] = lines;
  if (first === undefined) return err({ line: 1, reason: 'empty_file' });
  const separator: Separator = first.includes('\t') ? 'tab' : first.includes(';') ? 'semicolon' : 'comma';
  const fieldsOf = (line: string): readonly string[] => line.split(SEPARATOR_TEXT[separator]);
  const hasHeader = !/^\s*"?[+\-.]?\d/.test(first);
  const rows = hasHeader ? lines.slice(1) : lines;
  const names = hasHeader ? fieldsOf(first).map(bareName) : [];
  const row = fieldsOf(rows[0] ?? '');
  const roles = hasHeader ? rolesOfHeader(names, row) : rolesOfRow(row);
  if (!roles.ok) return roles;
  if (rows.length === 0) return err({ line: 2, reason: 'no_rows' });
  const timeField = Math.max(roles.value.indexOf('time'), roles.value.indexOf('date'));
  const text = bare(row[timeField] ?? '');
  const bareForm = formOf(text);
  if (bareForm === null) {
    const line = hasHeader ? 2 : 1;
    return err(
      text === ''
        ? { line, reason: 'missing_field', column: 'time' }
        : { line, reason: 'bad_time', text: text.slice(0, TEXT_MAX) },
    );
  }
  const seen = bareForm === 'day_or_month' ? (dateOrder ?? dateOrderOf(datesOf(rows, fieldsOf, timeField))) : null;
  if (bareForm === 'day_or_month' && seen === null && !isAll) return ok({ kind: 'needs_more' });
  const timeForm: FileTimeForm = bareForm === 'day_or_month' ? (seen ?? 'day_first') : bareForm;
  const hasMilliseconds = timeForm === 'epoch_milliseconds' || /\d:\d\d[.,]\d+/.test(text + (row[timeField + 1] ?? ''));
  const base = {
    separator,
    decimalMark: separator === 'comma' ? 'point' : markOf(rows.slice(0, ROWS_LOOKED_AT), fieldsOf, roles.value),
    hasHeader,
    timeForm,
    hasMilliseconds,
    statesZone: timeForm.startsWith('epoch') || ZONE.test(text),
    isDateOrderAssumed: bareForm === 'day_or_month' && seen === null,
    roles: roles.value,
  } as const;
  return ok({ kind: 'found', dialect: { ...base, format: formatOf(base, first, names) } });
}

const bare = (text: string): string => text.replaceAll('"', '').trim();

function formOf(text: string): FileTimeForm | 'day_or_month' | null {
  if (/^\d{1,7}$|^\d{9,11}$/.test(text)) return 'epoch_seconds';
  if (/^\d{13}$|^\d{15}$/.test(text)) return 'epoch_milliseconds';
  if (/^\d{8}(?:\d{4}|\d{6})?(?:[ T]|$)/.test(text)) return 'compact';
  if (/^\d{4}[-./]\d\d?[-./]\d\d?/.test(text)) return 'year_first';
  return /^\d\d?[-./]\d\d?[-./]\d{4}/.test(text) ? 'day_or_month' : null;
}

function* datesOf(
  rows: readonly string[],
  fieldsOf: (line: string) => readonly string[],
  field: number,
): Iterable<string> {
  for (const row of rows) yield bare(fieldsOf(row)[field] ?? '');
}

function markOf(
  rows: readonly string[],
  fieldsOf: (line: string) => readonly string[],
  roles: readonly FieldRole[],
): Dialect['decimalMark'] {
  for (const row of rows) {
    for (const [field, text] of fieldsOf(row).entries()) {
      const isPrice = roles[field] !== undefined && !['none', 'time', 'date', 'clock'].includes(roles[field]);
      const mark = isPrice ? /[.,]/.exec(text)?.[0] : undefined;
      if (mark !== undefined) return mark === ',' ? 'comma' : 'point';
    }
  }
  return 'point';
}

function formatOf(
  { separator, timeForm, roles, hasHeader }: Omit<Dialect, 'format'>,
  first: string,
  names: readonly string[],
): PriceFileFormat {
  const isApart = roles.includes('clock');
  if (!hasHeader) {
    if (timeForm === 'compact' && separator === 'semicolon') return 'histdata';
    return isApart && timeForm === 'year_first' && separator === 'comma' ? 'metatrader_4' : 'other';
  }
  if (/<date>/i.test(first)) return 'metatrader_5';
  if (['gmt time', 'local time', 'eet time'].some((name) => names.includes(name))) return 'dukascopy';
  const begins = names.slice(0, 5).join() === 'time,open,high,low,close';
  if (!begins) return 'other';
  const others = first.split(SEPARATOR_TEXT[separator]).slice(5);
  return others.length === 0 || others.join() === 'volume' ? 'vigia' : 'tradingview';
}
