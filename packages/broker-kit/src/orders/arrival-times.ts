import { type Clock, JumpDetector } from '@vigia/core/kernel';

/**
 * Time after the end of a socket. By then the broker's records contain each order that arrived through this socket. No
 * broker publishes this time. The supported brokers answer an order within two seconds; clients of the least documented
 * broker wait up to ten seconds.
 */
const BOOKED_WITHIN_MS = 8_000;
/** Largest number of disconnects that are kept. A dropped entry only makes the wait longer. */
const MAX_DROPS = 100;
/** Smallest time ahead of the clock that proves that the clock was set back. */
const AHEAD_MIN_MS = 1_000;

/**
 * Computes the time from which the broker's records prove that an order never arrived. Orders and records have
 * wall-clock times. If the wall clock jumps, an order sent before the jump counts as sent at the jump. The wait
 * therefore never becomes too short.
 */
export class ArrivalTimes {
  readonly #clock: Pick<Clock, 'now' | 'monotonicMs'>;
  readonly #jumps: JumpDetector;
  readonly #dropsMs: number[] = [];
  #jumpedAtMs = -Infinity;

  constructor(clock: Pick<Clock, 'now' | 'monotonicMs'>) {
    this.#clock = clock;
    this.#jumps = new JumpDetector(clock);
  }

  /**
   * Handles the end of the socket that carried orders. A socket without traffic may have delayed an order until its
   * end.
   */
  onDrop(): void {
    this.#observeClock();
    this.#dropsMs.push(this.#clock.now());
    if (this.#dropsMs.length > MAX_DROPS) this.#dropsMs.shift();
  }

  /**
   * Returns a time by Vigía's clock. If complete records are read at this time or later and do not contain the order,
   * the order never arrived.
   */
  provableFromMs({ sentAtMs }: { readonly sentAtMs: number }): number {
    this.#observeClock();
    const writtenMs = this.#dropsMs.find((dropMs) => dropMs >= sentAtMs) ?? sentAtMs;
    const isBeforeStepBack = this.#jumpedAtMs > -Infinity && writtenMs - this.#clock.now() > AHEAD_MIN_MS;
    return (isBeforeStepBack ? this.#jumpedAtMs : Math.max(writtenMs, this.#jumpedAtMs)) + BOOKED_WITHIN_MS;
  }

  #observeClock(): void {
    if (this.#jumps.observeMs() !== 0) this.#jumpedAtMs = this.#clock.now();
  }
}
