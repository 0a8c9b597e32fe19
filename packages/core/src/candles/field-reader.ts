const ZERO = 48;
const POINT = 46;
const COMMA = 44;
const CR = 13;
const LF = 10;
const SPACE = 32;

/** Powers of ten from 10^0 to 10^22, all of them exact doubles. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
/** Upper bound of a mantissa with at most 15 significant digits. A double represents such a mantissa exactly. */
const EXACT_MANTISSA_LIMIT = 1e15;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Largest number of bytes of a field that are read as a number. It also limits the text in an error. */
const FIELD_LENGTH_MAX = 100;

/** Returns true for a continuation byte of a UTF-8 character. */
const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Decodes UTF-8. Bytes that are not UTF-8 count as Latin-1, which old programs write. */
function decoded(bytes: Uint8Array): string {
  const latin1 = String.fromCharCode(...bytes);
  if (bytes.every((byte) => byte < 0x80)) return latin1;
  try {
    return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    return latin1;
  }
}

/** Reads the fields of separated bytes without allocating strings; `position` is the next byte to read. */
export class DelimitedFieldReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  readonly #separator: number;
  readonly #mark: number;
  position: number;
  #fieldStart = 0;

  /** @param separator byte between fields; @param mark byte of the decimal mark */
  constructor(bytes: Uint8Array, separator: number = COMMA, mark: number = POINT) {
    this.#bytes = bytes;
    this.#end = bytes.length;
    this.#separator = separator;
    this.#mark = mark;
    this.position = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  }

  get atSeparator(): boolean {
    return this.#bytes[this.position] === this.#separator;
  }

  /** First byte of the field that was last read or skipped. */
  get fieldStart(): number {
    return this.#fieldStart;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get atEnd(): boolean {
    return this.position >= this.#end;
  }

  /** Returns true if only spaces precede the next line end. */
  get isLineBlank(): boolean {
    let i = this.position;
    while (this.#bytes[i] === SPACE) i += 1;
    return i >= this.#end || this.#bytes[i] === LF || this.#bytes[i] === CR;
  }

  /**
   * Reads a decimal field and stops after it. The result is bit-equal to Number(text): the only rounding is in the
   * division of two exact doubles.
   * @returns NaN if the field is not a finite decimal; the caller can then read the field as text with `text()`
   */
  number(): number {
    const bytes = this.#bytes;
    const end = this.#end;
    const mark = this.#mark;
    const start = this.position;
    let mantissa = 0;
    let pointAt = -1;
    let byte = LF;
    let i = start;
    for (; i < end; i += 1) {
      byte = bytes[i] as number;
      const digit = byte - ZERO;
      if (digit >= 0 && digit <= 9) mantissa = mantissa * 10 + digit;
      else if (byte === mark && pointAt < 0) pointAt = i;
      else break;
    }
    this.#fieldStart = start;
    this.position = i;
    const decimals = pointAt < 0 ? 0 : i - pointAt - 1;
    const digits = i - start - (pointAt < 0 ? 0 : 1);
    const stopped = i === end || byte === this.#separator || byte === LF || byte === CR;
    if (!stopped || digits === 0 || decimals > 22 || mantissa >= EXACT_MANTISSA_LIMIT) return this.#anyNumber();
    return mantissa / (POWERS_OF_TEN[decimals] as number);
  }

  /** Skips the field without reading it. */
  skip(): void {
    const bytes = this.#bytes;
    const separator = this.#separator;
    let i = this.position;
    this.#fieldStart = i;
    for (; i < this.#end; i += 1) {
      const byte = bytes[i];
      if (byte === separator || byte === LF || byte === CR) break;
    }
    this.position = i;
  }

  /** Returns the trimmed field that was last read or skipped; at most its first 100 bytes. */
  text(): string {
    let end = Math.min(this.position, this.#fieldStart + FIELD_LENGTH_MAX);
    while (end > this.#fieldStart && end < this.position && isContinuation(this.#bytes[end])) end -= 1;
    return decoded(this.#bytes.subarray(this.#fieldStart, end)).trim();
  }

  /** Skips a line end: LF, CR LF or CR. */
  endLine(): void {
    if (this.#bytes[this.position] === CR) this.position += 1;
    if (this.#bytes[this.position] === LF) this.position += 1;
  }

  /** Returns true if only blank lines follow. */
  get onlyBlankLeft(): boolean {
    for (let i = this.position; i < this.#end; i += 1) {
      if ((this.#bytes[i] as number) > 32) return false;
    }
    return true;
  }

  /** Estimated number of remaining lines, computed from the length of the next line. */
  get lineCountEstimate(): number {
    const lineEnd = this.#bytes.indexOf(LF, this.position);
    const left = this.#end - this.position;
    return lineEnd < 0 ? 1 : left / (lineEnd + 1 - this.position);
  }

  /** Reads a number that the fast path does not support: with a sign, an exponent, spaces or more than 15 digits. */
  #anyNumber(): number {
    const start = this.#fieldStart;
    this.position = start;
    this.skip();
    if (this.position - start > FIELD_LENGTH_MAX) return NaN;
    const written = this.text();
    // A point is invalid if the decimal mark is a comma.
    const text =
      this.#mark === POINT ? written : written.replace('.', '?').replace(String.fromCharCode(this.#mark), '.');
    const value = DECIMAL.test(text) ? Number(text) : NaN;
    return Number.isFinite(value) ? value : NaN;
  }
}
