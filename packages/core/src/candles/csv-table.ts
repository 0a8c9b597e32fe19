import { at } from './columns.ts';
import { plainCsv } from './csv-dialect.ts';
import type { CsvColumn, CsvError } from './csv-error.ts';
import { DelimitedFieldReader } from './field-reader.ts';
import { isoTimeMs, LATEST_TIME_MS } from './iso-time.ts';

/** A column to read: its role and its accepted header names, best first. */
export type WantedColumn = { readonly column: CsvColumn; readonly names: readonly string[] };

/** The rows before the first fault, as one Float64Array per requested column, and that fault. */
export type CsvTable = {
  readonly columns: readonly Float64Array[];
  readonly rows: number;
  readonly error: CsvError | null;
};

const NOT_WANTED = -1;
/** Index of the time column: the first requested column of every price file. */
const TIME = 0;
const HEADER_LINE = 1;
/** Rows of spare capacity beyond the estimate. The estimate assumes that all rows are as long as the first row. */
const SPARE_ROWS = 64;

/** Converts the index of a data row to its line in the file. */
export const lineOf = (row: number): number => row + 2;

/** Maps each field of a row to the index of the requested column that it fills, or to NOT_WANTED. */
type Layout = readonly number[];

function readHeader(reader: DelimitedFieldReader): readonly string[] {
  const names: string[] = [];
  for (;;) {
    reader.skip();
    names.push(reader.text().toLowerCase());
    if (!reader.atSeparator) break;
    reader.position += 1;
  }
  reader.endLine();
  return names;
}

function layoutOf(header: readonly string[], wanted: readonly WantedColumn[]): Layout | CsvError {
  const layout = header.map(() => NOT_WANTED);
  if (!wanted.some(({ names }) => names.some((name) => header.includes(name)))) {
    return { line: HEADER_LINE, reason: 'bad_header' };
  }
  for (const [role, { column, names }] of wanted.entries()) {
    const name = names.find((candidate) => header.includes(candidate));
    if (name === undefined) return { line: HEADER_LINE, reason: 'missing_column', column };
    if (header.indexOf(name) !== header.lastIndexOf(name))
      return { line: HEADER_LINE, reason: 'duplicate_column', column };
    layout[header.indexOf(name)] = role;
  }
  return layout;
}

const isValidTime = (time: number, unitMs: number): boolean =>
  Number.isInteger(time) && time >= 0 && time * unitMs <= LATEST_TIME_MS;

/** Returns the fault of a row whose time does not follow the time of the previous row; null for a correct time. */
export function timeOrderFault(time: Float64Array, row: number, equalAllowed: boolean): CsvError | null {
  if (row === 0) return null;
  const step = at(time, row) - at(time, row - 1);
  if (step > 0 || (step === 0 && equalAllowed)) return null;
  return { line: lineOf(row), reason: step === 0 ? 'time_repeats' : 'time_descends', time: at(time, row) };
}

/** Reads the rows below a header into growing columns. */
class RowReader {
  readonly #reader: DelimitedFieldReader;
  readonly #layout: Layout;
  readonly #wanted: readonly WantedColumn[];
  readonly #timeUnitMs: number;
  readonly #columns: Float64Array[];

  constructor(
    reader: DelimitedFieldReader,
    layout: Layout,
    wanted: readonly WantedColumn[],
    timeUnitMs: number,
    capacity: number,
  ) {
    this.#reader = reader;
    this.#layout = layout;
    this.#wanted = wanted;
    this.#timeUnitMs = timeUnitMs;
    this.#columns = wanted.map(() => new Float64Array(capacity));
  }

  readAll(): CsvTable {
    for (let row = 0; ; row += 1) {
      if (this.#reader.onlyBlankLeft) return this.#table(row, null);
      if (row === this.#columns[0]?.length) this.#grow();
      const error = this.#readRow(row);
      if (error) return this.#table(row, error);
    }
  }

  #readRow(row: number): CsvError | null {
    const reader = this.#reader;
    const width = this.#layout.length;
    for (let field = 0; field < width; field += 1) {
      const role = this.#layout[field] ?? NOT_WANTED;
      if (role === NOT_WANTED) reader.skip();
      else {
        const value = reader.number();
        const column = this.#columns[role];
        if (column) column[row] = value;
        if (Number.isNaN(value) || role === TIME) {
          const error = this.#checkField(row, role, value);
          if (error) return error;
        }
      }
      if (field + 1 === width) break;
      if (!reader.atSeparator) return this.#missingAfter(row, field);
      reader.position += 1;
    }
    if (reader.atSeparator) return { line: lineOf(row), reason: 'extra_field', expected: width };
    reader.endLine();
    return null;
  }

  /**
   * Reads a time, or a field that is not a plain decimal, again with the slow parser. Returns a fault if the slow
   * parser fails too.
   */
  #checkField(row: number, role: number, value: number): CsvError | null {
    if (role === TIME && isValidTime(value, this.#timeUnitMs)) return null;
    const line = lineOf(row);
    const column = this.#wanted[role]?.column ?? 'time';
    const text = this.#reader.text();
    if (text === '') return { line, reason: 'missing_field', column };
    if (role !== TIME) return { line, reason: 'not_a_number', column, text };
    const time = isoTimeMs(text) / this.#timeUnitMs;
    if (!isValidTime(time, this.#timeUnitMs)) return { line, reason: 'bad_time', text };
    this.#columns[TIME]?.fill(time, row, row + 1);
    return null;
  }

  /** Returns the fault of a row that ends before its last requested column; null if no column is missing. */
  #missingAfter(row: number, field: number): CsvError | null {
    const role = this.#layout.slice(field + 1).find((candidate) => candidate !== NOT_WANTED);
    const column = role === undefined ? undefined : this.#wanted[role]?.column;
    if (column) return { line: lineOf(row), reason: 'missing_field', column };
    this.#reader.endLine();
    return null;
  }

  #grow(): void {
    for (const [role, column] of this.#columns.entries()) {
      const larger = new Float64Array(column.length * 2);
      larger.set(column);
      this.#columns[role] = larger;
    }
  }

  #table(rows: number, error: CsvError | null): CsvTable {
    return { columns: this.#columns.map((column) => column.subarray(0, rows)), rows, error };
  }
}

/**
 * Reads the requested columns of a text with a header, up to the first invalid field. Any dialect of csv-dialect.ts is
 * accepted. Times are whole multiples of `timeUnitMs`, or ISO 8601. Names match in any case and order; other columns
 * are ignored.
 */
export function readTable(bytes: Uint8Array, wanted: readonly WantedColumn[], timeUnitMs: number): CsvTable {
  const refused = (error: CsvError): CsvTable => ({ columns: [], rows: 0, error });
  const plain = plainCsv(
    bytes,
    wanted.slice(TIME + 1).flatMap(({ names }) => names),
  );
  if (!plain.ok) return refused(plain.error);
  const reader = new DelimitedFieldReader(plain.value);
  if (reader.onlyBlankLeft) return refused({ line: HEADER_LINE, reason: 'empty_file' });
  const layout = layoutOf(readHeader(reader), wanted);
  if ('reason' in layout) return refused(layout);
  if (reader.onlyBlankLeft) return refused({ line: lineOf(0), reason: 'no_rows' });
  const capacity = Math.ceil(reader.lineCountEstimate * 1.1) + SPARE_ROWS;
  return new RowReader(reader, layout, wanted, timeUnitMs, capacity).readAll();
}
