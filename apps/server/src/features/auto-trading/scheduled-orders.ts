import { type Cancel, type Clock, durationMs, type EpochMs } from '@vigia/core/kernel';
import type { PlacedAutomatic } from '../trading/index.ts';

/**
 * Holds written orders until the moment at which they are sent. If the process dies before, the order was never sent,
 * and the venue loop cancels it like every other unsent order.
 */
export class ScheduledOrders {
  readonly #clock: Clock;
  readonly #send: (placed: PlacedAutomatic) => void;
  readonly #waiting = new Map<PlacedAutomatic, Cancel>();

  constructor(clock: Clock, send: (placed: PlacedAutomatic) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  /** Sends an order at this time, by this server's clock; immediately if the time has passed. */
  send(placed: PlacedAutomatic, atMs: EpochMs): void {
    const waitMs = atMs - this.#clock.now();
    if (waitMs <= 0) return this.#send(placed);
    this.#waiting.set(
      placed,
      this.#clock.after(durationMs(waitMs), () => this.#release(placed)),
    );
  }

  /** Sends all waiting orders immediately, before another process takes over their users. */
  sendAll(): void {
    for (const [placed, cancel] of this.#waiting) {
      cancel();
      this.#release(placed);
    }
  }

  #release(placed: PlacedAutomatic): void {
    this.#waiting.delete(placed);
    this.#send(placed);
  }
}
