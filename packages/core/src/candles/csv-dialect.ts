import { err, ok, type Result } from '#kernel/index.ts';
import type { CsvError } from './csv-error.ts';

const [TAB, LF, CR, SPACE, COMMA, DASH, POINT, SEMICOLON] = [9, 10, 13, 32, 44, 45, 46, 59] as const;
const UTF8_MARK = '\u00ef\u00bb\u00bf';
/** Largest size of a header, which is one line with a few names. A longer first line is not a header. */
const HEADER_MAX_BYTES = 4_096;

type Layout = {
  readonly separator: number;
  /** Names of the columns, in lower case and without the angle brackets of MetaTrader. */
  readonly names: readonly string[];
  /** Index of the field with the date or with the whole time; -1 if there is no such field. */
  readonly timeField: number;
  /** Whether the next field contains the time of day. */
  readonly isSplit: boolean;
};

/**
 * Returns the file as UTF-8 with commas between the columns and points in the numbers, line by line. A file that
 * already has this form is returned unchanged. Accepted forms are UTF-16, and tabs or semicolons between the columns,
 * then also with a decimal comma. `<DATE>` and `<TIME>` of MetaTrader become one time, with `2018.01.31` as date.
 * @param prices names of the columns with numbers
 */
export function plainCsv(file: Uint8Array, prices: readonly string[]): Result<Uint8Array, CsvError> {
  const bytes = utf8Of(file);
  const headerEnd = lineEnd(bytes, 0);
  const header = latin1(bytes, 0, Math.min(headerEnd, HEADER_MAX_BYTES)).replace(UTF8_MARK, '');
  const separator = header.includes('\t') ? TAB : header.includes(';') ? SEMICOLON : COMMA;
  const names = header.split(String.fromCharCode(separator)).map(bareName);
  const layout = layoutOf(bytes, headerEnd, separator, names);
  if ('reason' in layout) return err(layout);
  if (layout.timeField < 0 && separator === COMMA) return ok(bytes);
  return rewrite(bytes, headerEnd, layout, prices);
}

const bareName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/^<(.*)>$/, '$1');

/**
 * Finds the columns of the time. If the file has no date in the form of MetaTrader, its times need no change and
 * `timeField` is -1.
 */
function layoutOf(
  bytes: Uint8Array,
  headerEnd: number,
  separator: number,
  names: readonly string[],
): Layout | CsvError {
  const row = firstRow(bytes, headerEnd).split(String.fromCharCode(separator));
  const [date, time] = [names.indexOf('date'), names.indexOf('time')];
  const isClock = /^\d\d?:\d\d/.test(row[time]?.trim() ?? '');
  const isDotted = /^\d{4}\.\d\d\.\d\d/.test(row[time]?.trim() ?? '');
  if (date >= 0 && isClock && time !== date + 1) return { line: 1, reason: 'date_time_apart' };
  if (date >= 0 && (isClock || time < 0)) return { separator, names, timeField: date, isSplit: isClock };
  return { separator, names, timeField: isDotted || separator !== COMMA ? time : -1, isSplit: false };
}

/**
 * Copies the file in the normalized form. Each line stays one line, so that faults name the lines of the original file.
 */
function rewrite(
  bytes: Uint8Array,
  headerEnd: number,
  { separator, names, timeField, isSplit }: Layout,
  prices: readonly string[],
): Result<Uint8Array, CsvError> {
  const isPrice = names.map((name) => prices.includes(name));
  const plain = new Uint8Array(bytes.length);
  const header = names.map((name, field) => (field === timeField ? 'time' : name));
  let length = 0;
  for (const code of header.filter((_, field) => !(isSplit && field === timeField + 1)).join(',')) {
    plain[length++] = code.charCodeAt(0);
  }
  let [line, field, fieldStart, mark, isMarked] = [1, 0, 0, 0, false];
  for (let at = headerEnd; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === LF || byte === CR || byte === separator) {
      const isEnd = byte !== separator;
      plain[length++] = isEnd ? byte : isSplit && field === timeField ? SPACE : COMMA;
      if (isEnd && !(byte === LF && bytes[at - 1] === CR)) line += 1;
      field = isEnd ? 0 : field + 1;
      fieldStart = at + 1;
      isMarked = false;
    } else if (byte !== COMMA && byte !== POINT) plain[length++] = byte;
    else if (isPrice[field]) {
      if (isMarked || (mark !== 0 && mark !== byte)) return err({ line, reason: 'mixed_decimals' });
      mark = byte;
      isMarked = true;
      plain[length++] = POINT;
    } else plain[length++] = field === timeField && isDateDot(at - fieldStart) ? DASH : POINT;
  }
  return ok(plain.subarray(0, length));
}

/** Returns true if `2018.01.31` has a point at this offset. */
const isDateDot = (offset: number): boolean => offset === 4 || offset === 7;

function lineEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  return at;
}

function firstRow(bytes: Uint8Array, headerEnd: number): string {
  const start = headerEnd + (bytes[headerEnd] === CR && bytes[headerEnd + 1] === LF ? 2 : 1);
  return latin1(bytes, start, Math.min(lineEnd(bytes, start), start + HEADER_MAX_BYTES));
}

const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/**
 * Returns the text in UTF-8. UTF-16 is detected by its byte order mark, or by the zero byte beside its first character.
 */
function utf8Of(bytes: Uint8Array): Uint8Array {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return fromUtf16(bytes, 2, 0);
  if (first === 0xfe && second === 0xff) return fromUtf16(bytes, 2, 1);
  if (first !== 0 && second === 0) return fromUtf16(bytes, 0, 0);
  return first === 0 && second !== undefined && second !== 0 ? fromUtf16(bytes, 0, 1) : bytes;
}

/** @param low offset of the low byte of a code unit */
function fromUtf16(bytes: Uint8Array, start: number, low: 0 | 1): Uint8Array {
  const text = new Uint8Array(Math.ceil(((bytes.length - start) * 3) / 2));
  let length = 0;
  for (let at = start; at + 1 < bytes.length; at += 2) {
    const unit = (bytes[at + low] as number) | ((bytes[at + 1 - low] as number) << 8);
    if (unit < 0x80) text[length++] = unit;
    else if (unit < 0x800) {
      text[length++] = 0xc0 | (unit >> 6);
      text[length++] = 0x80 | (unit & 0x3f);
    } else {
      // The halves of a surrogate pair are encoded separately. No number and no column name contains such a character.
      text[length++] = 0xe0 | (unit >> 12);
      text[length++] = 0x80 | ((unit >> 6) & 0x3f);
      text[length++] = 0x80 | (unit & 0x3f);
    }
  }
  return text.subarray(0, length);
}
