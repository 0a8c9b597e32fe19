import { priceFault } from '../candle-csv.ts';
import { type CandleColumns, emptyColumns, rowsBetween } from '../columns.ts';
import type { CsvError } from '../csv-error.ts';
import { DelimitedFieldReader } from '../field-reader.ts';
import { type Dialect, MARK_BYTE, SEPARATOR_BYTE } from './dialect.ts';
import { columnOf } from './field-roles.ts';
import { TimeReader } from './time-reader.ts';

const MS_PER_SECOND = 1_000;
/** Smallest possible size, in bytes, of the row of one candle. It limits how many rows a block of bytes can contain. */
const BYTES_A_ROW = 10;

/** Candles of a block of lines, up to its first fault. The candles are valid until the next block is read. */
export type ParsedCandles = { readonly candles: CandleColumns; readonly error: CsvError | null };

/** Reads blocks of complete lines of one dialect into candles. It reuses its memory for every block. */
export class RowReader {
  readonly #dialect: Dialect;
  readonly #separator: number;
  readonly #mark: number;
  readonly #times: TimeReader;
  #columns = emptyColumns(0);
  #lastTime = -1;
  #width: number;
  #isHeaderAhead: boolean;
  /** Line number of the current row. */
  line = 1;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#separator = SEPARATOR_BYTE[dialect.separator];
    this.#mark = MARK_BYTE[dialect.decimalMark];
    this.#times = new TimeReader(dialect.timeForm, dialect.statesZone);
    this.#width = dialect.roles.length;
    this.#isHeaderAhead = dialect.hasHeader;
  }

  /** @param isLast whether the block is the last of the file: its last line may then lack a line end */
  read(block: Uint8Array, isLast: boolean): ParsedCandles {
    const room = Math.ceil(block.length / BYTES_A_ROW) + 1;
    if (this.#columns.length < room) this.#columns = emptyColumns(room);
    const reader = new DelimitedFieldReader(block, this.#separator, this.#mark);
    for (let row = 0; ; ) {
      if (reader.atEnd) return this.#rows(row, null);
      if (reader.isLineBlank || this.#isHeaderAhead) this.#skipLine(reader);
      else {
        const error = this.#readRow(reader, row);
        if (error) return this.#rows(row, isLast && reader.atEnd ? this.#cutShort(error) : error);
        row += 1;
      }
    }
  }

  #skipLine(reader: DelimitedFieldReader): void {
    if (!reader.isLineBlank) this.#isHeaderAhead = false;
    for (reader.skip(); reader.atSeparator; reader.skip()) reader.position += 1;
    this.#endLine(reader);
  }

  #rows(rows: number, error: CsvError | null): ParsedCandles {
    return { candles: rowsBetween(this.#columns, 0, rows), error };
  }

  #endLine(reader: DelimitedFieldReader): void {
    reader.endLine();
    this.line += 1;
  }

  #readRow(reader: DelimitedFieldReader, row: number): CsvError | null {
    const { roles } = this.#dialect;
    let dateMs = 0;
    let field = 0;
    for (; field < roles.length; field += 1) {
      const role = roles[field];
      if (role === undefined || role === 'none') reader.skip();
      else if (role === 'time' || role === 'date' || role === 'clock') {
        reader.skip();
        const ms = this.#timeMs(reader, role);
        if (Number.isNaN(ms)) return this.#fieldFault(reader, 'bad_time', field);
        dateMs += ms;
      } else {
        const value = reader.number();
        if (Number.isNaN(value)) return this.#fieldFault(reader, 'not_a_number', field);
        this.#columns[role][row] = value;
      }
      if (!reader.atSeparator) break;
      reader.position += 1;
    }
    if (field >= roles.length) return { line: this.line, reason: 'extra_field', expected: roles.length };
    return this.#fewFields(reader, field + 1) ?? this.#checkRow(reader, row, dateMs / MS_PER_SECOND);
  }

  #timeMs(reader: DelimitedFieldReader, role: 'time' | 'date' | 'clock'): number {
    return role === 'clock'
      ? this.#times.readClock(reader.bytes, reader.fieldStart, reader.position)
      : this.#times.read(reader.bytes, reader.fieldStart, reader.position);
  }

  /**
   * Returns the fault of a row that lacks a column. Columns that are not read may be absent, except in a truncated row.
   */
  #fewFields(reader: DelimitedFieldReader, fields: number): CsvError | null {
    const missing = this.#dialect.roles.slice(fields).find((role) => role !== 'none');
    if (missing !== undefined) return { line: this.line, reason: 'missing_field', column: columnOf(missing) };
    if (fields < this.#width && reader.atEnd) return { line: this.line, reason: 'truncated' };
    this.#width = fields;
    return null;
  }

  #checkRow(reader: DelimitedFieldReader, row: number, time: number): CsvError | null {
    const line = this.line;
    if (!Number.isInteger(time) || time < 0) return { line, reason: 'bad_time', text: String(time) };
    this.#columns.time[row] = time;
    const fault = time <= this.#lastTime ? this.#orderFault(time) : priceFault(this.#columns, row, line);
    if (fault) return fault;
    this.#lastTime = time;
    this.#endLine(reader);
    return null;
  }

  #orderFault(time: number): CsvError {
    return { line: this.line, reason: time === this.#lastTime ? 'time_repeats' : 'time_descends', time };
  }

  #fieldFault(reader: DelimitedFieldReader, reason: 'bad_time' | 'not_a_number', field: number): CsvError {
    const text = reader.text();
    const line = this.line;
    const column = columnOf(this.#dialect.roles[field] ?? 'time');
    if (text === '') return { line, reason: 'missing_field', column };
    if (reason === 'bad_time') return { line, reason, text };
    const isOtherMark = this.#dialect.separator !== 'comma' && /^[+-]?\d*[.,][\d.,]*$/.test(text);
    return isOtherMark ? { line, reason: 'mixed_decimals' } : { line, reason, column, text };
  }

  /** The last row of a file without a line end counts as truncated if a field is missing. */
  #cutShort(error: CsvError): CsvError {
    return error.reason === 'missing_field' || error.reason === 'bad_time'
      ? { line: error.line, reason: 'truncated' }
      : error;
  }
}
