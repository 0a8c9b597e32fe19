import type { FileTimeForm } from '#vocabulary/index.ts';
import { LATEST_TIME_MS } from '../iso-time.ts';
import { dayStartMs } from './civil-time.ts';

const [ZERO, SPACE, COMMA, DASH, POINT, SLASH, COLON, LETTER_T] = [48, 32, 44, 45, 46, 47, 58, 84] as const;
const [MS_PER_SECOND, MS_PER_MINUTE, MS_PER_HOUR] = [1_000, 60_000, 3_600_000] as const;
/** Largest number of groups of digits in a date, a time of day and a fraction. */
const GROUPS = 7;
const ZONE = /^\s?(?:Z|(?:GMT|UTC)?(?:([+-])(\d\d):?(\d\d))?)$/i;
/**
 * Index of the first group of the time of day. The groups before it are year, month and day, or the digits of a compact
 * date.
 */
const CLOCK_GROUP = 3;

/** Reads the times of one dialect from bytes. It allocates nothing, unless the times name a time zone. */
export class TimeReader {
  readonly #form: FileTimeForm;
  readonly #statesZone: boolean;
  readonly #values = new Float64Array(GROUPS);
  readonly #lengths = new Int32Array(GROUPS);

  /** @param statesZone whether every time must name its time zone; if false, no time may name one */
  constructor(form: FileTimeForm, statesZone: boolean) {
    this.#form = form;
    this.#statesZone = statesZone;
  }

  /**
   * Returns a time as milliseconds since 1970 on the clock of the file (UTC if it names its time zone); NaN for an
   * invalid time.
   */
  read(bytes: Uint8Array, from: number, until: number): number {
    const [start, end] = trimmed(bytes, from, until);
    if (this.#form === 'epoch_seconds') return epoch(bytes, start, end) * MS_PER_SECOND;
    if (this.#form === 'epoch_milliseconds') return epoch(bytes, start, end);
    const first = this.#form === 'compact' ? CLOCK_GROUP - 1 : 0;
    const textEnd = this.#split(bytes, start, end, first);
    if (textEnd < 0) return NaN;
    const offsetMs = this.#statesZone ? zoneOffsetMs(bytes, textEnd, end) : textEnd === end ? 0 : NaN;
    return this.#dayMs() + this.#clockMs() - offsetMs;
  }

  /** Returns a time of day (`17:00`, `17:00:00.000`, `170000`) in milliseconds; NaN for an invalid one. */
  readClock(bytes: Uint8Array, from: number, until: number): number {
    const [start, end] = trimmed(bytes, from, until);
    const textEnd = this.#split(bytes, start, end, CLOCK_GROUP);
    return textEnd === end ? this.#clockMs() : NaN;
  }

  /**
   * Splits digits into groups and checks the separators between them.
   * @param first index of the first group; 2: a compact date
   * @returns the end of the part that was read; -1 if it is not a time
   */
  #split(bytes: Uint8Array, start: number, end: number, first: number): number {
    this.#values.fill(0);
    this.#lengths.fill(0);
    let at = start;
    for (let group = first; group < GROUPS; group += 1) {
      const groupStart = at;
      let value = 0;
      for (; at < end; at += 1) {
        const digit = (bytes[at] ?? 0) - ZERO;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      if (at === groupStart) return -1;
      this.#values[group] = value;
      this.#lengths[group] = at - groupStart;
      if (at === end || !isBetween(bytes[at] ?? 0, group)) return at;
      at += 1;
      // A space before a time zone ends the time of day.
      const next = (bytes[at] ?? 0) - ZERO;
      if (next < 0 || next > 9) return at - 1;
    }
    return -1;
  }

  #group(index: number): number {
    return this.#values[index] ?? NaN;
  }

  #length(index: number): number {
    return this.#lengths[index] ?? 0;
  }

  #dayMs(): number {
    if (this.#form === 'compact') return this.#compactDayMs();
    const [a, b, c] = [this.#group(0), this.#group(1), this.#group(2)];
    const isYearFirst = this.#form === 'year_first';
    if (this.#length(isYearFirst ? 0 : 2) !== 4 || this.#length(1) > 2) return NaN;
    if (this.#length(isYearFirst ? 2 : 0) > 2) return NaN;
    if (isYearFirst) return dayStartMs(a, b, c);
    return this.#form === 'day_first' ? dayStartMs(c, b, a) : dayStartMs(c, a, b);
  }

  /** Reads `20180131`, or `20180131170000` whose last digits are the time of day. */
  #compactDayMs(): number {
    const digits = this.#length(2);
    let date = this.#group(2);
    if (digits === 12 || digits === 14) {
      const unit = digits === 12 ? 1e4 : 1e6;
      this.#values[CLOCK_GROUP] = date % unit;
      this.#lengths[CLOCK_GROUP] = digits - 8;
      date = Math.floor(date / unit);
    } else if (digits !== 8) return NaN;
    return dayStartMs(Math.floor(date / 1e4), Math.floor(date / 100) % 100, date % 100);
  }

  #clockMs(): number {
    const digits = this.#length(CLOCK_GROUP);
    const packed = this.#group(CLOCK_GROUP);
    const isPacked = digits === 4 || digits === 6;
    const unpacked = digits === 4 ? packed * 100 : packed;
    const hour = isPacked ? Math.floor(unpacked / 1e4) : packed;
    const minute = isPacked ? Math.floor(unpacked / 100) % 100 : this.#group(4);
    const second = isPacked ? unpacked % 100 : this.#group(5);
    const isClock = digits === 0 || isPacked || (digits <= 2 && this.#length(4) === 2);
    // The fraction must be zero, because candles open on whole seconds.
    const fraction = this.#group(6);
    if (!isClock || hour > 23 || minute > 59 || second > 59 || fraction !== 0) return NaN;
    return hour * MS_PER_HOUR + minute * MS_PER_MINUTE + second * MS_PER_SECOND;
  }
}

/**
 * Returns true if the byte may follow a group. Dates have points, dashes or slashes, times of day have colons, and
 * fractions have a point.
 */
function isBetween(byte: number, group: number): boolean {
  if (group < 2) return byte === DASH || byte === POINT || byte === SLASH;
  if (group === 2) return byte === SPACE || byte === LETTER_T;
  if (group < 5) return byte === COLON;
  return byte === POINT || byte === COMMA;
}

function trimmed(bytes: Uint8Array, from: number, until: number): readonly [number, number] {
  let [start, end] = [from, until];
  while (start < end && isPadding(bytes[start] ?? 0)) start += 1;
  while (end > start && isPadding(bytes[end - 1] ?? 0)) end -= 1;
  return [start, end];
}

const isPadding = (byte: number): boolean => byte === SPACE || byte === 9 || byte === 34;

function epoch(bytes: Uint8Array, start: number, end: number): number {
  if (start === end || end - start > 15) return NaN;
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return value <= LATEST_TIME_MS ? value : NaN;
}

/** Reads `Z`, `+02:00`, `GMT+0100` or `UTC`; returns NaN for any other text. */
function zoneOffsetMs(bytes: Uint8Array, start: number, end: number): number {
  if (end - start === 1 && (bytes[start] === 90 || bytes[start] === 122)) return 0;
  const parts =
    end === start ? null : ZONE.exec(String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 16))));
  if (!parts) return NaN;
  const [hours, minutes] = [Number(parts[2] ?? 0), Number(parts[3] ?? 0)];
  return (parts[1] === '-' ? -1 : 1) * (hours * MS_PER_HOUR + minutes * MS_PER_MINUTE);
}
