const FIRST = 700_000_001;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DIGITS = /^\d+$/;

/** New names of ids. The same id always gets the same name, so that references between messages stay valid. */
export class RenamedIds {
  readonly #numbers = new Map<string, number>();

  /** Returns the id's new name in the id's own type and form. A value of another form has no new name. */
  rename(value: unknown): unknown {
    if (typeof value === 'number') return value === 0 ? 0 : this.#number(String(value));
    if (typeof value !== 'string' || value === '') return value === '' ? '' : null;
    const number = this.#number(value);
    if (DIGITS.test(value)) return String(number);
    return UUID.test(value) ? `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` : `id-${number}`;
  }

  #number(text: string): number {
    const number = this.#numbers.get(text) ?? FIRST + this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }
}
