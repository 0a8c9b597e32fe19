import { err, ok, type Result } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import type { Database, Sql } from '#platform/persistence/database.ts';
import type { Caller } from '../caller.ts';
import { ACCOUNT_DELETED } from '../topics.ts';
import type { PasswordRefusal, People } from './people.ts';

export type DeletionDeps = {
  readonly db: Database;
  readonly bus: Bus;
  /** Deletes users; null if a hosted Supabase project keeps the users, because only the project can delete them. */
  readonly people: People | null;
  /** Returns true while a real-money trade of this user has no known outcome. */
  readonly hasActiveRealTrade: (sql: Sql, userId: string) => Promise<boolean>;
};

export type DeletionRefusal = PasswordRefusal | { readonly code: 'auth_is_hosted' | 'real_trade_active' };

/** Evidence that the owner makes the request: a re-authentication proof, which was checked before, or the password. */
export type DeletionProof = { readonly isProved: boolean; readonly password: string | undefined };

/** Deletes the caller and all of their data at once and permanently. Only a self-exclusion is kept. */
export async function deleteAccount(
  { db, bus, people, hasActiveRealTrade }: DeletionDeps,
  { principal: { userId }, ip }: Caller,
  shown: DeletionProof,
): Promise<Result<null, DeletionRefusal>> {
  if (people === null) return err({ code: 'auth_is_hosted' });
  if (!shown.isProved) {
    const confirmed = await people.confirmPassword(userId, shown.password, ip);
    if (!confirmed.ok) return confirmed;
  }
  const ended = await db.transaction(async (tx) => {
    // Security changes lock this row before any other row of the user.
    await tx`SELECT 1 FROM auth_users WHERE id = ${userId} FOR NO KEY UPDATE`;
    // Orders lock this row too, so no order can be placed between the check for open trades and the deletion.
    await tx`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;
    return (await hasActiveRealTrade(tx, userId)) ? null : people.remove(tx, userId);
  });
  if (ended === null) return err({ code: 'real_trade_active' });
  bus.publish(ACCOUNT_DELETED, { userId });
  for (const sessionId of ended) bus.publish(SESSION_ENDED, { sessionId });
  return ok(null);
}

/** Returns true if the user has no profile, which means that the account was deleted. */
export const isDeletedUser = async (sql: Sql, userId: string): Promise<boolean> =>
  (await sql`SELECT 1 FROM users WHERE id = ${userId}`).length === 0;
