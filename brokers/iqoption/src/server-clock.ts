import type { BrokerTime } from '@vigia/broker-kit/port';
import { type Clock, type EpochMs, epochMs } from '@vigia/core/kernel';

/** Weight of a new round-trip time against earlier ones. */
const NEW_WEIGHT = 0.3;

/** The broker's time, from the `timeSync` event that arrives about once a second. */
export class ServerClock {
  readonly #clock: Clock;
  #offsetMs: number | null = null;
  #roundTripMs: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  time(): BrokerTime {
    return { offsetMs: this.#offsetMs, roundTripMs: this.#roundTripMs };
  }

  /** The broker's time now; ours until it is known. */
  now(): EpochMs {
    return epochMs(this.#clock.now() + Math.round(this.#offsetMs ?? 0));
  }

  /** Milliseconds by which the broker's clock is ahead; 0 until known. */
  offsetMs(): number {
    return Math.round(this.#offsetMs ?? 0);
  }

  /** @param timeMs when the broker sent it, half a round trip ago */
  sync(timeMs: number): void {
    this.#offsetMs = timeMs + (this.#roundTripMs ?? 0) / 2 - this.#clock.now();
  }

  /** Updates the average round-trip time with that of a request. */
  tookMs(ms: number): void {
    this.#roundTripMs = this.#roundTripMs === null ? ms : this.#roundTripMs + NEW_WEIGHT * (ms - this.#roundTripMs);
  }
}
