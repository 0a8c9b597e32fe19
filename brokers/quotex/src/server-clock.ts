import type { Clock } from '@vigia/core/kernel';

/** A time in whole seconds is up to one second old, so on average half a second. */
const HALF_SECOND_MS = 500;
const MIN_TICKS = 5;
const MAX_TICKS = 30;

/**
 * Measures how far the broker's clock is ahead of ours. The protocol has no request for the time. At sign-in the offset
 * comes from the site's header `Date` (±0.5 s), and then from the newest of the last prices. We assume that a price is
 * late only by its transit time.
 */
export class ServerClock {
  readonly #clock: Clock;
  #byDateMs: number | null = null;
  readonly #byTicksMs: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  seeDate(serverTimeMs: number): void {
    this.#byDateMs = serverTimeMs + HALF_SECOND_MS - this.#clock.now();
  }

  /** Updates the offset from a price that has just arrived. */
  seeTick(timeMs: number): void {
    this.#byTicksMs.push(timeMs - this.#clock.now());
    if (this.#byTicksMs.length > MAX_TICKS) this.#byTicksMs.shift();
  }

  offsetMs(): number | null {
    return this.#byTicksMs.length < MIN_TICKS ? this.#byDateMs : Math.round(Math.max(...this.#byTicksMs));
  }

  /** The broker's time; our own while the offset is unknown. */
  nowMs(): number {
    return this.#clock.now() + (this.offsetMs() ?? 0);
  }
}
