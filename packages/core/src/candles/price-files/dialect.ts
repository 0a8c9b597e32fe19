import type { DateOrder, FileTimeForm, PriceFileFormat } from '#vocabulary/index.ts';

/** Meaning of one field of a row. `clock` is the time of day beside a date; `none` is not read. */
export type FieldRole = 'time' | 'date' | 'clock' | 'open' | 'high' | 'low' | 'close' | 'none';

export type Encoding = 'utf8' | 'utf16le' | 'utf16be';
export type Separator = 'comma' | 'semicolon' | 'tab';
export type DecimalMark = 'point' | 'comma';

/** Format of a file, as detected from its first rows. */
export type Dialect = {
  readonly format: PriceFileFormat;
  readonly separator: Separator;
  readonly decimalMark: DecimalMark;
  readonly hasHeader: boolean;
  readonly timeForm: FileTimeForm;
  /** Whether the times include milliseconds. */
  readonly hasMilliseconds: boolean;
  /** Whether the times name their time zone (`Z`, `+02:00`, epoch). If so, the reader converts them to UTC. */
  readonly statesZone: boolean;
  /** Whether no row shows the order of day and month. The reader then assumes the order of `timeForm`. */
  readonly isDateOrderAssumed: boolean;
  readonly roles: readonly FieldRole[];
};

export type DetectOptions = {
  /** Order of day and month; null if the rows determine it. */
  readonly dateOrder: DateOrder | null;
};

export const SEPARATOR_BYTE: Readonly<Record<Separator, number>> = { comma: 44, semicolon: 59, tab: 9 };
export const SEPARATOR_TEXT: Readonly<Record<Separator, string>> = { comma: ',', semicolon: ';', tab: '\t' };
export const MARK_BYTE: Readonly<Record<DecimalMark, number>> = { point: 46, comma: 44 };
