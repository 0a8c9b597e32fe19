import { err, ok, type Result } from '#kernel/index.ts';
import { type CandleColumns, emptyColumns } from '../columns.ts';
import type { CsvError } from '../csv-error.ts';
import { detectDialect } from './detect-dialect.ts';
import type { DetectOptions, Dialect } from './dialect.ts';
import { FactCollector, type FileFacts } from './facts.ts';
import { ChunkDecoder, joinedBytes, lengthOfWholeLines } from './line-blocks.ts';
import { RowReader } from './row-reader.ts';

export type { FileFacts } from './facts.ts';

/** Number of bytes that are collected before the dialect is detected. Dates with an ambiguous order need more bytes. */
const SAMPLE_BYTES = 65_536;
const LARGE_SAMPLE_BYTES = 1_048_576;
const LINE_MAX_BYTES = 4_096;
const NOTHING = emptyColumns(0);
const EMPTY = new Uint8Array(0);
const TEXT_PIECE = 8_192;

/**
 * Reads a file of candles as a stream: it takes chunks of bytes and returns candles. It detects the dialect from the
 * first rows. Its memory depends on the size of a chunk, not of the file. Times are seconds on the clock of the file,
 * or UTC if the file names its time zone (`dialect.statesZone`).
 */
export class PriceFileReader {
  readonly #options: DetectOptions;
  readonly #decoder = new ChunkDecoder();
  readonly #collector = new FactCollector();
  #held: Uint8Array = EMPTY;
  #rows: RowReader | null = null;
  #dialect: Dialect | null = null;
  #isChecked = false;

  constructor(options: DetectOptions = { dateOrder: null }) {
    this.#options = options;
  }

  /** Format of the file; null until enough rows were read. */
  get dialect(): Dialect | null {
    return this.#dialect;
  }

  get facts(): FileFacts {
    return this.#collector.facts;
  }

  /**
   * Reads the next chunk.
   * @returns the candles of all rows that are now complete; they are valid until the next call
   */
  push(chunk: Uint8Array): Result<CandleColumns, CsvError> {
    const decoded = this.#decoder.decode(chunk);
    const bytes = this.#held.length === 0 ? decoded : joinedBytes(this.#held, decoded);
    if (!this.#isChecked && bytes.length > 0) {
      if (!isText(bytes)) return err({ line: 1, reason: 'not_text' });
      this.#isChecked = true;
    }
    const whole = lengthOfWholeLines(bytes);
    if (bytes.length - whole > LINE_MAX_BYTES)
      return err({ line: this.#lineAfter(bytes, whole), reason: 'line_too_long' });
    if (this.#rows === null && bytes.length < SAMPLE_BYTES) return this.#hold(bytes);
    const found = this.#findDialect(bytes.subarray(0, whole), bytes.length >= LARGE_SAMPLE_BYTES);
    if (!found.ok) return found;
    if (found.value === null) return this.#hold(bytes);
    const read = this.#read(found.value, bytes.subarray(0, whole), false);
    this.#held = bytes.slice(whole);
    return read;
  }

  /** Reads the last rows. A file that ends within a row is `truncated`. */
  end(): Result<CandleColumns, CsvError> {
    const bytes = joinedBytes(this.#held, this.#decoder.end());
    const found = this.#findDialect(bytes, true);
    if (!found.ok) return found;
    const read = found.value === null ? ok(NOTHING) : this.#read(found.value, bytes, true);
    this.#held = EMPTY;
    if (read.ok && this.facts.candles === 0) return err({ line: 2, reason: 'no_rows' });
    return read;
  }

  #hold(bytes: Uint8Array): Result<CandleColumns, CsvError> {
    this.#held = bytes.slice();
    return ok(NOTHING);
  }

  /** Returns the reader of rows; null if more rows are needed to detect the dialect. */
  #findDialect(lines: Uint8Array, isAll: boolean): Result<RowReader | null, CsvError> {
    if (this.#rows !== null) return ok(this.#rows);
    const detected = detectDialect(textOf(lines), this.#options, isAll);
    if (!detected.ok) return detected;
    if (detected.value.kind === 'needs_more') return ok(null);
    this.#dialect = detected.value.dialect;
    this.#rows = new RowReader(detected.value.dialect);
    return ok(this.#rows);
  }

  #read(rows: RowReader, block: Uint8Array, isLast: boolean): Result<CandleColumns, CsvError> {
    const { candles, error } = rows.read(block, isLast);
    if (error) return err(error);
    this.#collector.add(candles, rows.line - candles.length);
    return ok(candles);
  }

  /** Line number of the text after the complete lines of a block. */
  #lineAfter(bytes: Uint8Array, whole: number): number {
    const before = this.#rows?.line ?? 1;
    return before + textOf(bytes.subarray(0, whole)).split('\n').length - 1;
  }
}

/** Returns bytes as text, one character per byte. */
function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += TEXT_PIECE) {
    text += String.fromCharCode(...bytes.subarray(at, at + TEXT_PIECE));
  }
  return text;
}

/**
 * Returns true if the first bytes are text. Archives, pictures and programs nearly always have a control byte there.
 */
const isText = (bytes: Uint8Array): boolean => !bytes.subarray(0, 1_024).some((byte) => byte < 9 || byte === 127);
