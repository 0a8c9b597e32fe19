import type { Clock } from '@vigia/core/kernel';

/** A time in whole seconds is up to one second old. */
const HALF_SECOND_MS = 500;
const MIN_TICKS = 5;
const MAX_TICKS = 30;

/**
 * Measures how far the broker's clock is ahead of ours. The wire has no request for the time: it is read from the
 * site's header `Date` (±0.5 s) at sign-in, and then from the newest of the last prices, which is late only by its
 * transit time [I].
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

  /** Learns from a price that has just arrived. */
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
