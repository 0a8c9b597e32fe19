import type { DurationMs, EpochMs, MonotonicMs } from './units.ts';

/** Cancels the timer or the subscription that returned this function; a second call does nothing. */
export type Cancel = () => void;

/**
 * Wall time, monotonic time and timers. The domain never reads time directly: its functions receive a clock or a time
 * as a parameter.
 */
export interface Clock {
  /** Returns wall time. Wall time can jump in both directions, so it is used only to date events. */
  now(): EpochMs;
  /** Returns monotonic time. Limits, time-outs, backoff and cache ages are differences of monotonic times. */
  monotonicMs(): MonotonicMs;
  /** Calls `task` once, after `delay`. */
  after(delay: DurationMs, task: () => void): Cancel;
  /** Calls `task` every `interval`; the first call comes after one interval. */
  every(interval: DurationMs, task: () => void): Cancel;
}

/** Uniform random numbers in [0, 1). */
export interface Rng {
  next(): number;
}

/** New identifiers: UUID v4, or similar identifiers in tests. */
export interface IdSource {
  next(): string;
}
