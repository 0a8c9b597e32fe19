import { type DurationMs, durationMs, type Rng } from '@vigia/core/kernel';

const BASE_MS = 250;
const MAX_MS = 30_000;

/**
 * Returns the wait before attempt number `attempt` (0 = the first retry): uniform in 0 … min(250 ms · 2^attempt, 30
 * s). Full jitter spreads clients that lost their server at the same moment (M. Brooker, "Exponential Backoff And
 * Jitter", 2015).
 */
export const fullJitter = (rng: Rng, attempt: number): DurationMs =>
  durationMs(rng.next() * Math.min(MAX_MS, BASE_MS * 2 ** Math.min(attempt, 30)));
