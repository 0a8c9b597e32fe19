import type { SignalOutcome } from '@vigia/core/vocabulary';

/** The outcome of a signal that was decided. */
export type Decided = Exclude<SignalOutcome, 'pending'>;

const OUTCOMES: readonly Decided[] = ['won', 'lost', 'tie', 'void'];
const FIRST_ROOM = 1_024;

/** Outcomes in the order of their decision, one byte each. */
export class DecidedSignals implements Iterable<Decided> {
  #codes = new Uint8Array(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(outcome: Decided): void {
    if (this.#length === this.#codes.length) {
      const larger = new Uint8Array(2 * this.#length);
      larger.set(this.#codes);
      this.#codes = larger;
    }
    this.#codes[this.#length] = OUTCOMES.indexOf(outcome);
    this.#length += 1;
  }

  *[Symbol.iterator](): Generator<Decided> {
    for (let index = 0; index < this.#length; index += 1) {
      const outcome = OUTCOMES[this.#codes[index] ?? 0];
      if (outcome !== undefined) yield outcome;
    }
  }
}
