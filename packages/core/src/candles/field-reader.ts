const ZERO = 48;
const POINT = 46;
const COMMA = 44;
const CR = 13;
const LF = 10;

/** Powers of ten from 10^0 to 10^22, all of them exact doubles. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
/** A mantissa below this limit has at most 15 significant digits and was summed without rounding. */
const EXACT_MANTISSA_LIMIT = 1e15;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Greatest number of bytes of a field read as a number; it also limits the text of an error. */
const FIELD_LENGTH_MAX = 100;

/** Whether the byte is a later one of a character in UTF-8. */
const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Decodes UTF-8; other bytes count as Latin-1, which old programs write. */
function decoded(bytes: Uint8Array): string {
  const latin1 = String.fromCharCode(...bytes);
  if (bytes.every((byte) => byte < 0x80)) return latin1;
  try {
    return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    return latin1;
  }
}

/** Reads the fields of comma-separated bytes without allocating strings; `position` is the next byte to read. */
export class FieldReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  position: number;
  #fieldStart = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#end = bytes.length;
    this.position = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  }

  get atComma(): boolean {
    return this.#bytes[this.position] === COMMA;
  }

  /**
   * Reads a decimal field and stops after it. The result is bit-equal to Number(text): the only rounding is in the
   * division of two exact doubles.
   * @returns NaN if the field is not a finite decimal; `text()` then returns it.
   */
  number(): number {
    const bytes = this.#bytes;
    const end = this.#end;
    const start = this.position;
    let mantissa = 0;
    let pointAt = -1;
    let byte = LF;
    let i = start;
    for (; i < end; i += 1) {
      byte = bytes[i] as number;
      const digit = byte - ZERO;
      if (digit >= 0 && digit <= 9) mantissa = mantissa * 10 + digit;
      else if (byte === POINT && pointAt < 0) pointAt = i;
      else break;
    }
    this.#fieldStart = start;
    this.position = i;
    const decimals = pointAt < 0 ? 0 : i - pointAt - 1;
    const digits = i - start - (pointAt < 0 ? 0 : 1);
    const stopped = i === end || byte === COMMA || byte === LF || byte === CR;
    if (!stopped || digits === 0 || decimals > 22 || mantissa >= EXACT_MANTISSA_LIMIT) return this.#anyNumber();
    return mantissa / (POWERS_OF_TEN[decimals] as number);
  }

  /** Skips the field without reading it. */
  skip(): void {
    const bytes = this.#bytes;
    let i = this.position;
    this.#fieldStart = i;
    for (; i < this.#end; i += 1) {
      const byte = bytes[i];
      if (byte === COMMA || byte === LF || byte === CR) break;
    }
    this.position = i;
  }

  /** Returns the field last read or skipped, trimmed; at most its first 100 bytes. */
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

  /** Whether only blank lines follow. */
  get onlyBlankLeft(): boolean {
    for (let i = this.position; i < this.#end; i += 1) {
      if ((this.#bytes[i] as number) > 32) return false;
    }
    return true;
  }

  /** Estimated number of lines left, computed from the length of the next line. */
  get lineCountEstimate(): number {
    const lineEnd = this.#bytes.indexOf(LF, this.position);
    const left = this.#end - this.position;
    return lineEnd < 0 ? 1 : left / (lineEnd + 1 - this.position);
  }

  /** Reads a number that the fast path does not: with a sign, an exponent, spaces or more than 15 digits. */
  #anyNumber(): number {
    const start = this.#fieldStart;
    this.position = start;
    this.skip();
    if (this.position - start > FIELD_LENGTH_MAX) return NaN;
    const text = this.text();
    const value = DECIMAL.test(text) ? Number(text) : NaN;
    return Number.isFinite(value) ? value : NaN;
  }
}
