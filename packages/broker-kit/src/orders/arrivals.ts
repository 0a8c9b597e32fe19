import type { Clock } from '@vigia/core/kernel';

/**
 * An order that was written on a socket stands in the broker's records so long after that socket's end, or never will. No
 * broker states a figure; those we know answer an order within two seconds, and clients of the least documented one give its
 * answer ten, of which the last ones matter to nobody: a record found later than this would be a contract on an old price.
 */
const BOOKED_WITHIN_MS = 8_000;
/** A later drop in an earlier one's place only means to wait longer. */
const MAX_DROPS = 100;

/** Knows from when on the broker's records prove that an order never arrived. */
export class Arrivals {
  readonly #clock: Clock;
  readonly #dropsMs: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The socket that orders went over is gone. One that had fallen silent may have held an order back until now. */
  onDrop(): void {
    this.#dropsMs.push(this.#clock.now());
    if (this.#dropsMs.length > MAX_DROPS) this.#dropsMs.shift();
  }

  /** Records read at this time of ours or later, and whole, prove that there is no such order if they do not show it. */
  provableFromMs({ sentAtMs }: { readonly sentAtMs: number }): number {
    return (this.#dropsMs.find((dropMs) => dropMs >= sentAtMs) ?? sentAtMs) + BOOKED_WITHIN_MS;
  }
}
