import type { Clock, EpochMs } from '@vigia/core/kernel';
import type { Accounts } from '#features/accounts/index.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database, Transaction } from '#platform/persistence/database.ts';
import type { HostedUser } from './hosted-project.ts';

export type PeopleDeps = {
  readonly db: Database;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly log: Logger;
};

/** Creates settings, a paper account and limits for a user of the hosted project, if they do not exist. */
export async function createHostedUser({ db, accounts, clock, log }: PeopleDeps, user: HostedUser): Promise<void> {
  const nowMs = clock.now();
  const now = new Date(nowMs);
  await db.transaction(async (tx) => {
    // The e-mail address is not copied to auth_users: only the project can change it, so a copy would become outdated.
    const rows = await tx`
      INSERT INTO auth_users (id, is_hosted, is_anonymous, created_at, updated_at)
      VALUES (${user.id}, true, ${user.is_anonymous}, ${now}, ${now})
      ON CONFLICT (id) DO UPDATE SET is_anonymous = excluded.is_anonymous, updated_at = ${now}
      WHERE auth_users.is_anonymous <> excluded.is_anonymous
      RETURNING (xmax = 0) AS is_new`;
    if (rows[0]?.['is_new'] !== true) return followAddress(accounts, tx, user, nowMs);
    const { id: userId, email, phone, is_anonymous: isAnonymous, user_metadata: metadata } = user;
    const address = { email: email || null, phone: phone || null };
    await accounts.openAccount(tx, { userId, ...address, metadata, isAnonymous, nowMs });
    log.info({ userId }, 'person of the hosted project taken in');
  });
}

/**
 * Applies the user's self-exclusion to their current address, and a self-exclusion stored for this address to the user.
 */
async function followAddress(
  accounts: Accounts,
  tx: Transaction,
  { id, email }: HostedUser,
  nowMs: EpochMs,
): Promise<void> {
  const address = email?.toLowerCase();
  if (!address) return;
  const changed = await tx`SELECT 1 FROM users WHERE id = ${id} AND email IS DISTINCT FROM ${address}`;
  if (changed.length > 0) await accounts.adoptAddress(tx, id, address, nowMs);
}

/** Copies the user's profile and limits from the project. Values that this server cannot store are left out. */
export async function copyHostedProfile(
  { db, accounts, clock, log }: PeopleDeps,
  userId: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const refused = await accounts.mirrorProfile(db.sql, userId, row, clock.now());
  if (refused.length > 0) log.warn({ userId, columns: refused }, 'hosted profile: values that cannot be taken over');
}
