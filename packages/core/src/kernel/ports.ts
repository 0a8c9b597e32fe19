import type { DurationMs, EpochMs, MonotonicMs } from './units.ts';

/** Cancels the timer or subscription it was returned for; a second call does nothing. */
export type Cancel = () => void;

/**
 * Wall time, monotonic time and timers. The domain never reads time by itself: it takes a clock or a time as a
 * parameter.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. Wall time can jump in both directions: it dates events. */
  now(): EpochMs;
  /** Monotonic time. Limits, time-outs, backoff and ages of caches are differences of it. */
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

/** Fresh identifiers: UUID v4 or a look-alike in tests. */
export interface IdSource {
  next(): string;
}
