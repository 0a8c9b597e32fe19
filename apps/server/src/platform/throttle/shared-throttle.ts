import { createHash } from 'node:crypto';
import type { Clock } from '@vigia/core/kernel';
import type { Database } from '#platform/persistence/database.ts';
import type { RateLimit } from './throttle.ts';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;
/**
 * Delay by number of failures: no delay up to nine failures, then doubled up to a minute, so that the owner is not
 * locked out.
 */
const DELAYS_MS = [...Array<number>(9).fill(0), FIRST_DELAY_MS, 2_000, 4_000, 8_000, 16_000, 32_000, LONGEST_DELAY_MS];
const FORGET_MS = 60 * 60_000;
/** Longest delay or window. A time further ahead was written before the clock was set back. */
const AHEAD_MAX_MS = 2 * 24 * 60 * 60_000;

const hash = (key: string): string => createHash('sha256').update(key).digest('hex');

/**
 * Rate limits and growing delays in the table `throttle`, so that all processes count together. Each call is one
 * statement. Concurrent calls for one key wait for the row lock.
 * Stored times are wall time, which processes and restarts share. If a stored time is further ahead than the limit
 * allows, it was written before the clock was set back, and it is ignored.
 */
export class SharedThrottle {
  readonly #db: Pick<Database, 'sql'>;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(db: Pick<Database, 'sql'>, clock: Pick<Clock, 'now'>) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Takes one token from the bucket of a key (GCRA: only the time at which the bucket is full again is stored).
   * @returns 0 if there was a token, otherwise the number of milliseconds until there is one
   */
  async take(key: string, { burst, windowMs }: RateLimit): Promise<number> {
    const nowMs = this.#clock.now();
    const eachMs = windowMs / burst;
    const freeAtMs = this.#db.sql`
      CASE WHEN t.free_at_ms BETWEEN ${nowMs} AND ${nowMs + 2 * windowMs} THEN t.free_at_ms ELSE ${nowMs} END`;
    const [row] = await this.#db.sql<{ is_taken: boolean; wait_ms: number }[]>`
      WITH taken AS (
        INSERT INTO throttle AS t (key, free_at_ms, forget_at_ms)
        VALUES (${hash(key)}, ${nowMs + eachMs}, ${nowMs + windowMs})
        ON CONFLICT (key) DO UPDATE SET
          free_at_ms = ${freeAtMs} + ${eachMs}, forget_at_ms = excluded.forget_at_ms
        WHERE ${freeAtMs} + ${eachMs} <= ${nowMs + windowMs}
        RETURNING 0::float8 AS wait_ms)
      SELECT true AS is_taken, wait_ms FROM taken
      UNION ALL SELECT false, free_at_ms + ${eachMs - nowMs - windowMs}::float8 FROM throttle
      WHERE key = ${hash(key)} AND NOT EXISTS (SELECT FROM taken)`;
    if (row?.is_taken === true) return 0;
    // The row may not yet show that a concurrent call took the last token, or may not be visible at all.
    return Math.max(1, Math.round(row?.wait_ms ?? eachMs));
  }

  /** Returns a token to the bucket. Call it when the request has succeeded. */
  async giveBack(key: string, { burst, windowMs }: RateLimit): Promise<void> {
    await this.#db.sql`UPDATE throttle SET free_at_ms = free_at_ms - ${windowMs / burst} WHERE key = ${hash(key)}`;
  }

  /**
   * Counts an attempt as failed for every key before its outcome is known, unless one of the keys has to wait.
   * @returns 0 if the attempt may begin, otherwise the number of milliseconds until it may begin
   */
  async begin(keys: readonly string[]): Promise<number> {
    const nowMs = this.#clock.now();
    const hashes = keys.map(hash).toSorted();
    const latestMs = nowMs + 2 * LONGEST_DELAY_MS;
    const [row] = await this.#db.sql<[{ free_at_ms: number | null; begun: number }]>`
      WITH blocked AS (
        SELECT max(free_at_ms) AS free_at_ms FROM throttle
        WHERE key = ANY (${hashes}) AND free_at_ms > ${nowMs} AND free_at_ms <= ${latestMs} AND forget_at_ms > ${nowMs}
      ), begun AS (
        INSERT INTO throttle AS t (key, failures, free_at_ms, forget_at_ms)
        SELECT unnest(${hashes}::text[]), 1, ${nowMs}::float8, ${nowMs + FORGET_MS}::float8
        FROM blocked WHERE free_at_ms IS NULL
        ON CONFLICT (key) DO UPDATE SET
          failures = CASE WHEN t.forget_at_ms > ${nowMs} THEN t.failures + 1 ELSE 1 END,
          free_at_ms = CASE WHEN t.forget_at_ms > ${nowMs}
            THEN ${nowMs} + (${DELAYS_MS}::float8[])[least(t.failures + 1, ${DELAYS_MS.length})] ELSE ${nowMs} END,
          forget_at_ms = excluded.forget_at_ms
        WHERE t.free_at_ms NOT BETWEEN ${nowMs + 1} AND ${latestMs}
        RETURNING key)
      SELECT (SELECT free_at_ms FROM blocked) AS free_at_ms, (SELECT count(*)::int FROM begun) AS begun`;
    if (row.free_at_ms !== null) return row.free_at_ms - nowMs;
    // If there are fewer rows, a concurrent call has counted the last failure without a delay.
    return row.begun === keys.length ? 0 : FIRST_DELAY_MS;
  }

  /** Deletes the failures of the keys. Call it when the attempt has succeeded. */
  async succeed(keys: readonly string[]): Promise<void> {
    await this.#db.sql`DELETE FROM throttle WHERE key = ANY (${keys.map(hash)})`;
  }

  /** Deletes rows that no longer limit any call. */
  async cleanUp(): Promise<void> {
    const nowMs = this.#clock.now();
    await this.#db.sql`
      DELETE FROM throttle WHERE forget_at_ms NOT BETWEEN ${nowMs} AND ${nowMs + AHEAD_MAX_MS}`;
  }
}
