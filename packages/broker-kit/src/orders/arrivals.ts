import type { Clock } from '@vigia/core/kernel';

/**
 * Time after a socket's end by which an order written on it is in the broker's records, if it arrived. No broker
 * publishes this time. The supported brokers answer an order within two seconds; clients of the least documented one
 * wait up to ten.
 */
const BOOKED_WITHIN_MS = 8_000;
/** Most disconnects kept. Forgetting earlier ones only means a longer wait. */
const MAX_DROPS = 100;

/** Computes the time from which the broker's records prove that an order never arrived. */
export class Arrivals {
  readonly #clock: Clock;
  readonly #dropsMs: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Called when the socket that carried orders ends. A silent socket may have delayed an order until now. */
  onDrop(): void {
    this.#dropsMs.push(this.#clock.now());
    if (this.#dropsMs.length > MAX_DROPS) this.#dropsMs.shift();
  }

  /** Complete records read at this time (our clock) or later prove that an order they do not contain does not exist. */
  provableFromMs({ sentAtMs }: { readonly sentAtMs: number }): number {
    return (this.#dropsMs.find((dropMs) => dropMs >= sentAtMs) ?? sentAtMs) + BOOKED_WITHIN_MS;
  }
}
