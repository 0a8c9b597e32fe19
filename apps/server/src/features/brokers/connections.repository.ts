import type { CredentialKind } from '@vigia/broker-kit/port';
import type { BrokerId } from '@vigia/core/vocabulary';
import { isInShardsSql, type Shard } from '#platform/cluster/shards.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

/** Stored row of a user's connection to a broker, and of its credentials. */
export type ConnectionRecord = {
  readonly broker: BrokerId;
  readonly isWanted: boolean;
  /** True once the connection has worked. */
  readonly hasConnected: boolean;
  readonly connectedAt: Date | null;
  readonly credentials: {
    readonly kind: CredentialKind;
    readonly hint: string;
    /** The user's name for the login; null if they gave none. */
    readonly label: string | null;
    readonly isRefused: boolean;
  } | null;
};

type Row = {
  readonly broker: BrokerId;
  readonly is_wanted: boolean | null;
  readonly connected_at: Date | null;
  readonly kind: CredentialKind | null;
  readonly hint: string | null;
  readonly label: string | null;
  readonly refused_at: Date | null;
};

/** Returns the user's connection rows. Brokers to which the user never connected are missing. */
export async function readRecords(sql: Sql, userId: string): Promise<readonly ConnectionRecord[]> {
  const rows = await sql<Row[]>`
    SELECT broker, n.is_wanted, n.connected_at, c.kind, c.hint, c.label, c.refused_at
    FROM (SELECT * FROM broker_connections WHERE user_id = ${userId}) n
    FULL JOIN (SELECT * FROM broker_credentials WHERE user_id = ${userId}) c USING (broker)`;
  return rows.map((row) => ({
    broker: row.broker,
    isWanted: row.is_wanted ?? false,
    hasConnected: row.is_wanted !== null,
    connectedAt: row.connected_at,
    credentials:
      row.kind === null || row.hint === null
        ? null
        : { kind: row.kind, hint: row.hint, label: row.label, isRefused: row.refused_at !== null },
  }));
}

/** A connection to reopen. */
export type ConnectionToReopen = {
  readonly user_id: string;
  readonly broker: BrokerId;
  /** True if the user has an open order, or an order with an unknown execution status, at the broker. */
  readonly has_open_trades: boolean;
};

/** Returns the connections of these shards that should be open and have stored credentials. */
export const readConnectionsToReopen = (sql: Sql, shards: readonly Shard[]) => sql<ConnectionToReopen[]>`
  SELECT n.user_id, n.broker, EXISTS (
    SELECT FROM trades t WHERE t.user_id = n.user_id AND t.status = 'active' AND t.broker = n.broker
  ) AS has_open_trades
  FROM broker_connections n JOIN broker_credentials c USING (user_id, broker)
  WHERE n.is_wanted AND ${isInShardsSql(sql, sql`n.user_id`, shards)} ORDER BY n.user_id, n.broker`;

/** Locks the user, so that changes of their connections run one at a time. Returns false if the user was deleted. */
export async function lockUser(tx: Transaction, userId: string): Promise<boolean> {
  return (await tx`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`).length > 0;
}

/** Returns true if the user has ever connected this broker, even if they have deleted the credentials since. */
export async function hasConnectedBefore(sql: Sql, userId: string, brokerId: BrokerId): Promise<boolean> {
  return (await sql`SELECT 1 FROM broker_connections WHERE user_id = ${userId} AND broker = ${brokerId}`).length > 0;
}

/** Stores that the connection has signed in and is to be kept open. */
export async function recordConnection(tx: Transaction, userId: string, brokerId: BrokerId, now: Date): Promise<void> {
  await tx`
    INSERT INTO broker_connections (user_id, broker, is_wanted, connected_at, updated_at)
    VALUES (${userId}, ${brokerId}, true, ${now}, ${now})
    ON CONFLICT (user_id, broker) DO UPDATE SET is_wanted = true, connected_at = ${now}, updated_at = ${now}`;
}

/** Deletes the keyed hash of the connection's login. A self-exclusion of that login is kept elsewhere. */
export async function forgetLogin(tx: Transaction, userId: string, brokerId: BrokerId): Promise<void> {
  await tx`
    UPDATE broker_connections SET login_mark = NULL WHERE user_id = ${userId} AND broker = ${brokerId}`;
}

/** Stores that the user wants this connection closed. */
export async function recordDisconnect(tx: Transaction, userId: string, brokerId: BrokerId, now: Date): Promise<void> {
  await tx`
    UPDATE broker_connections SET is_wanted = false, updated_at = ${now}
    WHERE user_id = ${userId} AND broker = ${brokerId}`;
}

/** Returns the given users whose account still exists. */
export async function existingUsers(sql: Sql, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`SELECT id FROM users WHERE id = ANY(${userIds}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}
