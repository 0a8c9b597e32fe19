import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '@vigia/server/testing';

const POLL_MS = 25;
/** Time in milliseconds after which every lease that was not renewed has expired. A lease lasts 3 s. */
const RUN_OUT_AFTER_MS = 3_500;

/** The names of the leases that have a holder, each with its fencing token. */
export type LeaseHolders = ReadonlyMap<string, string>;

/** The changes of lease holders after a fault. */
export type TakeOver = {
  readonly pieces: number;
  /**
   * The time in milliseconds from the fault until the last lease got a new holder; null if every lease kept its holder.
   */
  readonly longestMs: number | null;
  /** The names of the leases without a holder at the end of the watch. */
  readonly orphaned: readonly string[];
};

/**
 * Reads the leases that have a holder. Excludes the leases `backtests.*` and `price-files.*`, which belong to single
 * processes and only serve as heartbeats.
 */
export async function leaseHolders(sql: Sql): Promise<LeaseHolders> {
  const rows = await sql<{ name: string; fence: string }[]>`
    SELECT name, fence::text AS fence FROM leases WHERE expires_at > clock_timestamp() AND name NOT LIKE 'backtests.%'
      AND name NOT LIKE 'price-files.%'`;
  return new Map(rows.map(({ name, fence }) => [name, fence]));
}

/** Polls the database until each lease in `before` has a live holder or the time limit has passed. */
export async function watchTakeOver(
  sql: Sql,
  before: LeaseHolders,
  { sinceMs, withinMs }: { readonly sinceMs: number; readonly withinMs: number },
): Promise<TakeOver> {
  const takenAfterMs = new Map<string, number>();
  for (;;) {
    const now = await leaseHolders(sql);
    const passedMs = performance.now() - sinceMs;
    for (const [name, fence] of now)
      if (before.has(name) && before.get(name) !== fence && !takenAfterMs.has(name)) takenAfterMs.set(name, passedMs);
    const orphaned = [...before.keys()].filter((name) => !now.has(name));
    const isOver = (orphaned.length === 0 && passedMs > RUN_OUT_AFTER_MS) || passedMs > withinMs;
    const longestMs = takenAfterMs.size === 0 ? null : Math.max(...takenAfterMs.values());
    if (isOver) return { pieces: takenAfterMs.size, longestMs, orphaned };
    await sleep(POLL_MS);
  }
}
