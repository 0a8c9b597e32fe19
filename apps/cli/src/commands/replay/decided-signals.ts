import type { SignalOutcome } from '@vigia/core/vocabulary';

/** The outcome of a signal that was decided. */
export type DecidedSignalOutcome = Exclude<SignalOutcome, 'pending'>;

const OUTCOMES: readonly DecidedSignalOutcome[] = ['won', 'lost', 'tie', 'void'];
const INITIAL_CAPACITY = 1_024;

/** Outcomes in the order of their decision, one byte each. */
export class DecidedSignals implements Iterable<DecidedSignalOutcome> {
  #codes = new Uint8Array(INITIAL_CAPACITY);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(outcome: DecidedSignalOutcome): void {
    if (this.#length === this.#codes.length) {
      const larger = new Uint8Array(2 * this.#length);
      larger.set(this.#codes);
      this.#codes = larger;
    }
    this.#codes[this.#length] = OUTCOMES.indexOf(outcome);
    this.#length += 1;
  }

  *[Symbol.iterator](): Generator<DecidedSignalOutcome> {
    for (let index = 0; index < this.#length; index += 1) {
      const outcome = OUTCOMES[this.#codes[index] ?? 0];
      if (outcome !== undefined) yield outcome;
    }
  }
}
