import type { Clock } from '@vigia/core/kernel';
import { RecentMap } from '../recent-map.ts';

/** Entries kept at most; the one untouched for longest makes room. */
const MAX_ENTRIES = 20_000;

/** `burst` at once, then evenly `burst` per `windowMs`. */
export type RateLimit = { readonly burst: number; readonly windowMs: number };

/** A token bucket per key. */
export class RateLimiter {
  readonly #buckets = new RecentMap<{ tokens: number; atMs: number }>(MAX_ENTRIES);
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes one from the bucket: 0 if there was one, else the milliseconds until there will be. */
  take(key: string, { burst, windowMs }: RateLimit): number {
    const nowMs = this.#clock.now();
    const bucket = this.#buckets.get(key) ?? { tokens: burst, atMs: nowMs };
    const tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) * burst) / windowMs);
    const left = tokens >= 1 ? tokens - 1 : tokens;
    this.#buckets.set(key, { tokens: left, atMs: nowMs });
    return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * windowMs) / burst);
  }

  /** Gives one back: what it was taken for turned out well. */
  giveBack(key: string, { burst }: RateLimit): void {
    const bucket = this.#buckets.get(key);
    if (bucket) this.#buckets.set(key, { ...bucket, tokens: Math.min(burst, bucket.tokens + 1) });
  }
}

const FREE_FAILURES = 10;
const FIRST_DELAY_MS = 1_000;
/** Short enough that nobody can lock an owner out, long enough that guessing leads nowhere. */
const MAX_DELAY_MS = 60_000;
const FORGET_AFTER_MS = 60 * 60_000;

type Failures = { readonly count: number; readonly lastMs: number };

/** Makes each try after a few failures wait longer than the one before, per key. */
export class GrowingDelay {
  readonly #failures = new RecentMap<Failures>(MAX_ENTRIES);
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds until the next try may begin; 0 if it may now. */
  waitMs(key: string): number {
    const known = this.#recent(key);
    return known ? Math.max(0, known.lastMs + delayAfter(known.count) - this.#clock.now()) : 0;
  }

  /** Counts a try as failed before its outcome is known, so that many at once do not slip through together. */
  begin(key: string): void {
    this.#failures.set(key, { count: (this.#recent(key)?.count ?? 0) + 1, lastMs: this.#clock.now() });
  }

  /** The try that was begun succeeded. */
  succeed(key: string): void {
    this.#failures.delete(key);
  }

  #recent(key: string): Failures | undefined {
    const known = this.#failures.get(key);
    return known && this.#clock.now() - known.lastMs < FORGET_AFTER_MS ? known : undefined;
  }
}

/** Milliseconds to wait after the n-th failure: none at first, then 1 s, doubling up to a minute. */
export function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - FREE_FAILURES, 10));
}
