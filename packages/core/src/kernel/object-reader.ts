import { type NumberRange, type NumbersOf, TIME_OF_DAY } from '#vocabulary/index.ts';
import type { InputError } from './input-error.ts';

const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/**
 * Reads the keys of an untrusted object, fills in defaults and collects the faults. A faulty value reads as its
 * default, so that one pass finds every fault.
 */
export class ObjectReader {
  readonly path: string;
  readonly errors: InputError[];
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #known = new Set<string>();

  constructor(input: unknown, path: string, errors: InputError[]) {
    this.path = path;
    this.errors = errors;
    this.#values = isObject(input) ? input : {};
    if (!isObject(input)) errors.push({ path, code: 'wrong_type', expected: 'object' });
  }

  at(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`;
  }

  value(key: string): unknown {
    this.#known.add(key);
    return this.#values[key];
  }

  number(key: string, range: NumberRange): number {
    const value = this.value(key);
    return value === undefined ? range.default : this.#inRange(key, value, range);
  }

  /** Reads one number for each range, under the range's key. */
  numbers<Ranges extends Readonly<Record<string, NumberRange>>>(ranges: Ranges): NumbersOf<Ranges> {
    const numbers = Object.entries(ranges).map(([key, range]) => [key, this.number(key, range)]);
    return Object.fromEntries(numbers) as NumbersOf<Ranges>;
  }

  numberOrNull(key: string, range: NumberRange, byDefault: number | null): number | null {
    const value = this.value(key);
    if (value === undefined) return byDefault;
    return value === null ? null : this.#inRange(key, value, range);
  }

  oneOf<Word extends string>(key: string, allowed: readonly Word[], byDefault: Word): Word {
    const value = this.value(key);
    return value === undefined ? byDefault : (this.word(this.at(key), value, allowed) ?? byDefault);
  }

  text(key: string): string | null {
    const value = this.value(key);
    if (value === undefined || typeof value === 'string') return value ?? null;
    this.errors.push({ path: this.at(key), code: 'wrong_type', expected: 'text' });
    return null;
  }

  timeOfDay(key: string): string {
    const value = this.value(key);
    if (typeof value === 'string' && TIME_OF_DAY.test(value)) return value;
    this.errors.push({ path: this.at(key), code: value === undefined ? 'required' : 'not_time_of_day' });
    return '';
  }

  boolean(key: string, byDefault: boolean): boolean {
    const value = this.value(key);
    if (value === undefined || typeof value === 'boolean') return value ?? byDefault;
    this.errors.push({ path: this.at(key), code: 'wrong_type', expected: 'boolean' });
    return byDefault;
  }

  /** Reads a list of words of `allowed`, each at most once. */
  words<Word extends string>(key: string, allowed: readonly Word[], byDefault: readonly Word[]): readonly Word[] {
    const words = this.list(key)?.map((value, index) => this.word(`${this.at(key)}[${index}]`, value, allowed));
    const kept = words?.filter((word) => word !== null);
    kept?.forEach((value, index) => {
      if (kept.indexOf(value) < index) this.errors.push({ path: this.at(key), code: 'duplicate', value });
    });
    return kept ?? byDefault;
  }

  nonEmptyWords<Word extends string>(
    key: string,
    allowed: readonly Word[],
    byDefault: readonly Word[],
  ): readonly Word[] {
    if (this.list(key)?.length === 0) this.errors.push({ path: this.at(key), code: 'empty' });
    return this.words(key, allowed, byDefault);
  }

  /** Reads a list; returns null if the key is missing. */
  list(key: string): readonly unknown[] | null {
    const value = this.value(key);
    if (value === undefined) return null;
    if (Array.isArray(value)) return value;
    this.errors.push({ path: this.at(key), code: 'wrong_type', expected: 'list' });
    return null;
  }

  object(key: string): ObjectReader {
    return new ObjectReader(this.value(key) ?? {}, this.at(key), this.errors);
  }

  /** Reports every key that was not read as a fault. */
  rejectOthers(): void {
    for (const key of Object.keys(this.#values))
      if (!this.#known.has(key)) this.errors.push({ path: this.at(key), code: 'unknown_key' });
  }

  word<Word extends string>(path: string, value: unknown, allowed: readonly Word[]): Word | null {
    const found = allowed.find((word) => word === value);
    if (found === undefined) this.errors.push({ path, code: 'not_one_of', value, allowed });
    return found ?? null;
  }

  #inRange(key: string, value: unknown, range: NumberRange): number {
    const path = this.at(key);
    if (typeof value !== 'number' || Number.isNaN(value)) {
      this.errors.push({ path, code: 'wrong_type', expected: 'number' });
      return range.default;
    }
    const { min, max } = range;
    if (value < min || value > max) this.errors.push({ path, code: 'out_of_range', value, min, max });
    else if (range.integer && !Number.isInteger(value)) this.errors.push({ path, code: 'not_integer', value });
    return value;
  }
}
