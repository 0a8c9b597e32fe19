import type { Clock } from '@vigia/core/kernel';
import { RecentMap } from '../recent-map.ts';

/** Largest number of keys; the least recently used key is dropped for a new one. */
const MAX_ENTRIES = 20_000;

/** A rate limit: `burst` requests at once, and then evenly `burst` per `windowMs`. */
export type RateLimit = { readonly burst: number; readonly windowMs: number };

/** A rate limiter with one token bucket per key, in the memory of this process. */
export class RateLimiter {
  readonly #buckets = new RecentMap<{ tokens: number; atMs: number }>(MAX_ENTRIES);
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /**
   * Takes tokens from the bucket, none if there are too few.
   * @param cost number of tokens, at most the burst
   * @returns 0 if there were enough, else the milliseconds until there are
   */
  take(key: string, limit: RateLimit, cost = 1): number {
    const nowMs = this.#clock.monotonicMs();
    const tokens = this.#tokensAt(nowMs, key, limit);
    const left = tokens >= cost ? tokens - cost : tokens;
    this.#buckets.set(key, { tokens: left, atMs: nowMs });
    return tokens >= cost ? 0 : Math.ceil(((cost - tokens) * limit.windowMs) / limit.burst);
  }

  /** Takes tokens that another process has admitted. The debt is one burst at most. */
  charge(key: string, limit: RateLimit, cost: number): void {
    const nowMs = this.#clock.monotonicMs();
    const tokens = this.#tokensAt(nowMs, key, limit);
    this.#buckets.set(key, { tokens: Math.max(-limit.burst, tokens - cost), atMs: nowMs });
  }

  #tokensAt(nowMs: number, key: string, { burst, windowMs }: RateLimit): number {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return burst;
    return Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) * burst) / windowMs);
  }
}
