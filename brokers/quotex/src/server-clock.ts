import type { Clock } from '@vigia/core/kernel';

/** A whole second arrives up to a second late. */
const HALF_SECOND_MS = 500;
const MIN_TICKS = 5;
const MAX_TICKS = 30;

/**
 * How far the broker's clock is ahead of ours. Nothing on this wire asks for the time; it is taken from the site's
 * header
 * `Date` (±0.5 s) at sign-in and, once there are prices, from the freshest of the last ones, which is late only by its
 * way [I].
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

  /** Of a price that has just come. */
  seeTick(timeMs: number): void {
    this.#byTicksMs.push(timeMs - this.#clock.now());
    if (this.#byTicksMs.length > MAX_TICKS) this.#byTicksMs.shift();
  }

  offsetMs(): number | null {
    return this.#byTicksMs.length < MIN_TICKS ? this.#byDateMs : Math.round(Math.max(...this.#byTicksMs));
  }

  /** The broker's time; ours while the difference is not known. */
  nowMs(): number {
    return this.#clock.now() + (this.offsetMs() ?? 0);
  }
}
