import type { Bar } from '../bar.ts';

/** One condition of a rule over closed candles. It is evaluated after the candle was added to the series. */
export interface Checker {
  /** Index of the first candle at which the condition can be met. */
  readonly first: number;
  /** Whether the condition was met at the last evaluated candle. */
  readonly isMet: boolean;
  /** Evaluates the newest candle; allocates nothing. @returns whether the condition is met */
  judge(bar: Bar): boolean;
  /**
   * Returns the values with which the last candle was evaluated, in the order of the condition; null while undefined.
   */
  values(): readonly (number | null)[];
  snapshot(): readonly number[];
  restore(state: readonly number[]): void;
}

/** Counts the candles in a row at which a state is true, up to the number that a condition needs. */
export class CandlesInState {
  readonly #needed: number;
  #length = 0;

  constructor(needed: number) {
    this.#needed = needed;
  }

  /** Adds a candle. A candle after a gap starts a new streak. @returns whether the streak is long enough */
  add(holds: boolean, follows: boolean): boolean {
    if (!follows) this.#length = 0;
    this.#length = holds ? Math.min(this.#length + 1, this.#needed) : 0;
    return this.#length >= this.#needed;
  }

  snapshot(): readonly number[] {
    return [this.#length];
  }

  restore([length = 0]: readonly number[]): void {
    this.#length = length;
  }
}

/**
 * Counts the candles since an event. A condition requires the event within a number of candles; the count stops there.
 */
export class CandlesSinceEvent {
  readonly #within: number;
  /** Number of candles since the event: 0 if it happened at the newest candle, `within` if the event is too old. */
  #since: number;

  constructor(within: number) {
    this.#within = within;
    this.#since = within;
  }

  /** Adds a candle. A gap removes earlier events. @returns whether the event is recent enough */
  add(happens: boolean, follows: boolean): boolean {
    if (happens && follows) this.#since = 0;
    else this.#since = follows ? Math.min(this.#since + 1, this.#within) : this.#within;
    return this.#since < this.#within;
  }

  snapshot(): readonly number[] {
    return [this.#since];
  }

  restore([since = this.#within]: readonly number[]): void {
    this.#since = since;
  }
}
