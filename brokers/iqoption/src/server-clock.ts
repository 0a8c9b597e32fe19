import type { BrokerTime } from '@vigia/broker-kit/port';
import { type Clock, type EpochMs, epochMs } from '@vigia/core/kernel';

/** Weight of a new measurement of the round trip against earlier ones. */
const NEW_WEIGHT = 0.3;

/** The broker's time, by its `timeSync` about once a second. */
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

  /** How far the broker's clock is ahead, 0 until known. */
  offsetMs(): number {
    return Math.round(this.#offsetMs ?? 0);
  }

  /** @param timeMs when the broker sent it, which is half a round trip ago */
  sync(timeMs: number): void {
    this.#offsetMs = timeMs + (this.#roundTripMs ?? 0) / 2 - this.#clock.now();
  }

  /** A question was answered after so long. */
  tookMs(ms: number): void {
    this.#roundTripMs = this.#roundTripMs === null ? ms : this.#roundTripMs + NEW_WEIGHT * (ms - this.#roundTripMs);
  }
}
