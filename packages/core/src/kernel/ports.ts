import type { DurationMs, EpochMs } from './units.ts';

/** Cancels what it was handed out for; calling it twice does nothing more. */
export type Cancel = () => void;

/** Wall time and timers. The domain never reads time by itself: it is handed one of these, or a time. */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  now(): EpochMs;
  /** Calls `task` once, `delay` from now. */
  after(delay: DurationMs, task: () => void): Cancel;
  /** Calls `task` every `interval`, first after one interval. */
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
