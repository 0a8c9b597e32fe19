import type { Clock } from '@vigia/core/kernel';
import { RecentMap } from '../recent-map.ts';

/** Largest number of keys. The least recently used key is dropped for a new one. */
const MAX_ENTRIES = 20_000;

/** A rate limit: `burst` requests at once, and then `burst` requests per `windowMs` at even intervals. */
export type RateLimit = { readonly burst: number; readonly windowMs: number };

/** A rate limiter with one token bucket per key, in the memory of this process. */
export class RateLimiter {
  readonly #buckets = new RecentMap<{ tokens: number; atMs: number }>(MAX_ENTRIES);
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /**
   * Takes tokens from the bucket. Takes none if there are too few.
   * @param cost number of tokens, at most the burst
   * @returns 0 if there were enough tokens, otherwise the number of milliseconds until there are enough
   */
  take(key: string, limit: RateLimit, cost = 1): number {
    const nowMs = this.#clock.monotonicMs();
    const tokens = this.#tokensAt(nowMs, key, limit);
    const left = tokens >= cost ? tokens - cost : tokens;
    this.#buckets.set(key, { tokens: left, atMs: nowMs });
    return tokens >= cost ? 0 : Math.ceil(((cost - tokens) * limit.windowMs) / limit.burst);
  }

  /** Subtracts tokens that another process has taken. The debt is at most one burst. */
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
