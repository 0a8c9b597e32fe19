import { invariant } from '#kernel/index.ts';

/**
 * One operand at the newest candle and at the previous candle. Conditions read the two fields at every candle, so that
 * they are plain numbers.
 */
export class OperandSlot {
  /** The value now; NaN while undefined. */
  now = NaN;
  /** The value one candle earlier; NaN while undefined. */
  before = NaN;
  /** Index of the first candle at which the operand has a value. */
  readonly first: number;
  readonly #values: Float64Array;
  readonly #line: number;
  /** The newest values of the line, as many as the look-back of the operand needs; null without a look-back. */
  readonly #delay: Float64Array | null;
  #next = 0;

  /**
   * Creates the slot of one line.
   * @param values the values of the line's source, which is pushed before the slot
   * @param first index of the first candle at which the line has a value
   * @param ago number of candles by which the operand looks back
   */
  constructor(values: Float64Array, line: number, first: number, ago: number) {
    this.#values = values;
    this.#line = line;
    this.first = first + ago;
    this.#delay = ago === 0 ? null : new Float64Array(ago).fill(NaN);
  }

  /** Advances to the next candle; allocates nothing. */
  take(): void {
    this.before = this.now;
    const value = this.#values[this.#line] ?? NaN;
    this.now = this.#delay === null ? value : this.#delayed(this.#delay, value);
  }

  #delayed(delay: Float64Array, value: number): number {
    const oldest = delay[this.#next] ?? NaN;
    delay[this.#next] = value;
    this.#next = (this.#next + 1) % delay.length;
    return oldest;
  }

  /** Returns the values from the oldest on. Each value is two numbers: whether it is defined, and the value. */
  snapshot(): readonly number[] {
    const delay = this.#delay ?? new Float64Array();
    const inOrder = [...delay.subarray(this.#next), ...delay.subarray(0, this.#next)];
    return [this.before, this.now, ...inOrder].flatMap((value) => (Number.isNaN(value) ? [0, 0] : [1, value]));
  }

  restore(state: readonly number[]): void {
    const length = this.#delay?.length ?? 0;
    invariant(state.length === 2 * (length + 2), `a slot snapshot holds 2 · ${length + 2} numbers`);
    const at = (index: number): number => (state[2 * index] === 1 ? (state[2 * index + 1] ?? NaN) : NaN);
    this.before = at(0);
    this.now = at(1);
    this.#next = 0;
    for (let index = 0; index < length; index += 1) if (this.#delay) this.#delay[index] = at(index + 2);
  }
}
