import type { CredentialKind } from '@vigia/broker-kit/port';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

/** A saved login as lists show it. Its secrets stay encrypted. */
export type SavedLogin = {
  readonly id: string;
  readonly broker: BrokerId;
  /** The user's name for the login; null if they gave none. */
  readonly label: string | null;
  readonly kind: CredentialKind;
  readonly hint: string;
};

/** Returns the saved logins of a user at all brokers, in the order in which they were saved. */
export const readSavedLogins = (sql: Sql, userId: string) => sql<SavedLogin[]>`
  SELECT id, broker, label, kind, hint FROM broker_saved_logins WHERE user_id = ${userId} ORDER BY saved_at, id`;

/** Returns the user's name for the login in use; null if they gave none. */
export async function labelOfLoginInUse(sql: Sql, userId: string, brokerId: BrokerId): Promise<string | null> {
  const [row] = await sql<{ label: string | null }[]>`
    SELECT label FROM broker_credentials WHERE user_id = ${userId} AND broker = ${brokerId}`;
  return row?.label ?? null;
}

/** Changes a label; false if the user has no such login at the broker. @param id null for the login in use */
export async function changeLoginLabel(
  tx: Transaction,
  userId: string,
  brokerId: BrokerId,
  id: string | null,
  label: string,
) {
  const changed =
    id === null
      ? await tx`
          UPDATE broker_credentials SET label = ${label} WHERE user_id = ${userId} AND broker = ${brokerId} RETURNING 1`
      : await tx`
          UPDATE broker_saved_logins SET label = ${label}
          WHERE id = ${id} AND user_id = ${userId} AND broker = ${brokerId} RETURNING 1`;
  return changed.length > 0;
}

/** Returns true if an order of the user at the broker is open, or its execution status is unknown. */
export async function hasOpenTrades(sql: Sql, userId: string, brokerId: BrokerId): Promise<boolean> {
  const open = await sql`
    SELECT 1 FROM trades WHERE user_id = ${userId} AND status = 'active' AND broker = ${brokerId} LIMIT 1`;
  return open.length > 0;
}
