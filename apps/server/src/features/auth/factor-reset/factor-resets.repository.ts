import type { EpochMs } from '@vigia/core/kernel';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

/**
 * Time between a request to remove a lost second factor and the moment from which the user may finish it
 * (docs/decisions/0035).
 */
const RESET_WAIT_MS = 24 * 60 * 60_000;
/** Time after the end of the wait within which the user must finish the request. */
const RESET_LIFE_MS = 7 * 24 * 60 * 60_000;

/** A user's request to remove a lost second factor. */
export type FactorResetRow = { readonly ready_at: Date; readonly expires_at: Date };

/** Returns the user's request; null if there is none or it has expired. */
export async function findFactorReset(sql: Sql, userId: string, nowMs: EpochMs): Promise<FactorResetRow | null> {
  const [row] = await sql<FactorResetRow[]>`
    SELECT ready_at, expires_at FROM factor_resets WHERE user_id = ${userId} AND expires_at > ${new Date(nowMs)}`;
  return row ?? null;
}

/** Stores a request, which replaces an expired one. */
export async function insertFactorReset(tx: Transaction, userId: string, nowMs: EpochMs): Promise<FactorResetRow> {
  // The time is compared with the time of a sign-in, which is in whole seconds, so it is rounded up to a whole second.
  const readyMs = Math.ceil((nowMs + RESET_WAIT_MS) / 1_000) * 1_000;
  const row = { ready_at: new Date(readyMs), expires_at: new Date(readyMs + RESET_LIFE_MS) };
  await tx`
    INSERT INTO factor_resets (user_id, requested_at, ready_at, expires_at)
    VALUES (${userId}, ${new Date(nowMs)}, ${row.ready_at}, ${row.expires_at})
    ON CONFLICT (user_id) DO UPDATE
    SET requested_at = excluded.requested_at, ready_at = excluded.ready_at, expires_at = excluded.expires_at`;
  return row;
}

/** Deletes the user's request; false if there was none. */
export async function deleteFactorReset(sql: Sql, userId: string): Promise<boolean> {
  return (await sql`DELETE FROM factor_resets WHERE user_id = ${userId} RETURNING 1`).length > 0;
}
