import type { SignalDoorBody } from '@vigia/contract';
import type { AccountKind, StrategyStatus, Timeframe } from '@vigia/core/vocabulary';
import type { Sql, SqlStatement, Transaction } from '#platform/persistence/database.ts';

/** How the messages of a strategy arrive. Of its address, only the hash is stored. */
export type SignalDoorRow = {
  readonly strategy_id: string;
  readonly user_id: string;
  readonly format: 'json' | 'pattern';
  readonly pattern: string | null;
  readonly names: readonly string[];
  readonly max_age_seconds: number;
  /** Null: messages are not signed. */
  readonly key_nonce: Buffer | null;
  readonly address_since: Date | null;
};

/** A strategy that gets messages through a door, with the number of its messages in the last minute. */
export type SignalDoorTarget = {
  readonly strategy_id: string;
  readonly user_id: string;
  readonly asset: string;
  readonly names: readonly string[];
  readonly timeframe: Timeframe;
  readonly status: StrategyStatus;
  readonly account_kind: AccountKind | null;
  readonly recent: number;
};

/**
 * A door is the address at which an external strategy receives messages. This is how they are read, and the strategies
 * that they may be for: first its own one.
 */
export type SignalDoorDestination = Pick<SignalDoorRow, 'strategy_id' | 'pattern' | 'max_age_seconds' | 'key_nonce'> & {
  readonly targets: readonly [SignalDoorTarget, ...SignalDoorTarget[]];
};

type OpenRow = SignalDoorTarget & Omit<SignalDoorDestination, 'strategy_id' | 'targets'> & { readonly door_id: string };

const MINUTE_MS = 60_000;

/** Returns SQL for the doors of the strategies `own`: one row for each strategy that a door serves. */
const selectDoors = (sql: Sql, own: SqlStatement, nowMs: number) => sql`
  SELECT own.id AS door_id, d.pattern, coalesce(d.max_age_seconds, 10)::int AS max_age_seconds, d.key_nonce,
         s.id AS strategy_id, s.user_id, s.asset, coalesce(t.names, '{}') AS names, s.timeframe, s.status,
         s.account_kind,
         (SELECT count(*)::int FROM external_messages m
          WHERE m.strategy_id = s.id AND m.received_at > ${new Date(nowMs - MINUTE_MS)}) AS recent
  FROM ${own} own LEFT JOIN signal_doors d ON d.strategy_id = own.id
  CROSS JOIN LATERAL (
    SELECT own.id UNION ALL SELECT strategy_id FROM signal_doors WHERE served_by = own.id) served
  JOIN strategies s ON s.id = served.id LEFT JOIN signal_doors t ON t.strategy_id = s.id
  WHERE own.archived_at IS NULL AND own.type = 'external'
    AND s.user_id = own.user_id AND s.archived_at IS NULL AND s.type = 'external'
  ORDER BY s.id <> own.id, s.asset, s.id`;

function toDoor(rows: readonly OpenRow[]): SignalDoorDestination | null {
  const [first, ...others] = rows;
  if (first === undefined) return null;
  const { door_id, pattern, max_age_seconds, key_nonce } = first;
  return { strategy_id: door_id, pattern, max_age_seconds, key_nonce, targets: [first, ...others] };
}

/** Reads the door of an address; null if there is none. */
export async function findDoorByAddress(
  sql: Sql,
  secretHash: Buffer,
  nowMs: number,
): Promise<SignalDoorDestination | null> {
  const own = sql`(
    SELECT s.* FROM signal_doors d JOIN strategies s ON s.id = d.strategy_id WHERE d.secret_hash = ${secretHash})`;
  return toDoor(await sql<OpenRow[]>`${selectDoors(sql, own, nowMs)}`);
}

/** Reads the door of one of the user's external strategies; null if the user has no such strategy. */
export async function findDoorOfStrategy(
  sql: Sql,
  userId: string,
  strategyId: string,
  nowMs: number,
): Promise<SignalDoorDestination | null> {
  const own = sql`(SELECT * FROM strategies WHERE id = ${strategyId} AND user_id = ${userId})`;
  return toDoor(await sql<OpenRow[]>`${selectDoors(sql, own, nowMs)}`);
}

/** A further strategy that the address of another one serves. */
export type ServedStrategyRow = Pick<SignalDoorTarget, 'strategy_id' | 'asset' | 'names'> & { readonly name: string };

/** Reads the further strategies that an address serves, by asset. */
export const findServedStrategies = (sql: Sql, userId: string, strategyId: string): Promise<ServedStrategyRow[]> => sql<
  ServedStrategyRow[]
>`
  SELECT s.id AS strategy_id, s.name, s.asset, d.names FROM signal_doors d JOIN strategies s ON s.id = d.strategy_id
  WHERE d.served_by = ${strategyId} AND s.user_id = ${userId} AND s.archived_at IS NULL AND s.type = 'external'
  ORDER BY s.asset, s.id`;

/** Reads those of the user's external strategies that have these ids, and locks them. */
export const lockExternalStrategies = (tx: Transaction, userId: string, ids: readonly string[]) => tx<
  { id: string; asset: string }[]
>`
  SELECT id, asset FROM strategies
  WHERE id = ANY(${[...ids]}::uuid[]) AND user_id = ${userId} AND archived_at IS NULL AND type = 'external'
  ORDER BY id FOR UPDATE`;

/**
 * Reads whether the address that serves a strategy serves another one of this asset. A message names only the asset, so
 * it could not choose between them.
 */
export async function isAssetServed(tx: Transaction, strategyId: string, asset: string): Promise<boolean> {
  const home = tx`coalesce((SELECT served_by FROM signal_doors WHERE strategy_id = ${strategyId}), ${strategyId}::uuid)`;
  const [row] = await tx`
    SELECT 1 FROM strategies s LEFT JOIN signal_doors d ON d.strategy_id = s.id
    WHERE s.asset = ${asset} AND s.id <> ${strategyId} AND s.archived_at IS NULL AND s.type = 'external'
      AND s.user_id = (SELECT user_id FROM strategies WHERE id = ${strategyId})
      AND (s.id = ${home} OR d.served_by = ${home})
    LIMIT 1`;
  return row !== undefined;
}

/** Replaces the further strategies that an address serves. The caller has locked all of them. */
export async function writeServedStrategies(
  tx: Transaction,
  { userId, strategyId }: Owned,
  members: readonly string[],
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  await tx`
    UPDATE signal_doors SET served_by = NULL, updated_at = ${now}
    WHERE served_by = ${strategyId} AND strategy_id <> ALL(${[...members]}::uuid[])`;
  await tx`
    INSERT INTO signal_doors (strategy_id, user_id, format, names, max_age_seconds, served_by, updated_at)
    SELECT id, ${userId}, 'json', '{}', 10, ${strategyId}, ${now} FROM unnest(${[...members]}::uuid[]) AS id
    ON CONFLICT (strategy_id) DO UPDATE SET served_by = excluded.served_by, updated_at = excluded.updated_at`;
}

/** Reads the stored settings of a door; null if the user has stored none. */
export async function findSignalDoor(sql: Sql, userId: string, strategyId: string): Promise<SignalDoorRow | null> {
  const [row] = await sql<SignalDoorRow[]>`
    SELECT strategy_id, user_id, format, pattern, names, max_age_seconds::int AS max_age_seconds, key_nonce,
           address_since
    FROM signal_doors WHERE strategy_id = ${strategyId} AND user_id = ${userId}`;
  return row ?? null;
}

type Owned = { readonly userId: string; readonly strategyId: string };

/** Stores how messages are written. The address stays. */
export async function writeDoorSettings(
  sql: Sql,
  { userId, strategyId }: Owned,
  body: SignalDoorBody,
  nowMs: number,
): Promise<void> {
  const pattern = body.format === 'pattern' ? body.pattern : null;
  await sql`
    INSERT INTO signal_doors (strategy_id, user_id, format, pattern, names, max_age_seconds, updated_at)
    VALUES (${strategyId}, ${userId}, ${body.format}, ${pattern}, ${[...body.names]}::text[], ${body.max_age_seconds},
            ${new Date(nowMs)})
    ON CONFLICT (strategy_id) DO UPDATE SET format = excluded.format, pattern = excluded.pattern,
      names = excluded.names, max_age_seconds = excluded.max_age_seconds, updated_at = excluded.updated_at`;
}

/**
 * Stores a new address, which replaces the one before. The caller has locked the strategy.
 * @param keyNonce null: messages are not signed
 * @returns true if there was an address before
 */
export async function writeAddress(
  tx: Transaction,
  { userId, strategyId }: Owned,
  { secretHash, keyNonce }: { readonly secretHash: Buffer; readonly keyNonce: Buffer | null },
  nowMs: number,
): Promise<boolean> {
  const now = new Date(nowMs);
  const [before] = await tx`SELECT 1 FROM signal_doors WHERE strategy_id = ${strategyId} AND secret_hash IS NOT NULL`;
  await tx`
    INSERT INTO signal_doors (strategy_id, user_id, format, names, max_age_seconds, secret_hash, key_nonce,
                              address_since, updated_at)
    VALUES (${strategyId}, ${userId}, 'json', '{}', 10, ${secretHash}, ${keyNonce}, ${now}, ${now})
    ON CONFLICT (strategy_id) DO UPDATE SET secret_hash = excluded.secret_hash, key_nonce = excluded.key_nonce,
      address_since = excluded.address_since, updated_at = excluded.updated_at`;
  return before !== undefined;
}

/** Removes the address. @returns false if there was none */
export async function removeAddress(tx: Transaction, { userId, strategyId }: Owned, nowMs: number): Promise<boolean> {
  const { count } = await tx`
    UPDATE signal_doors SET secret_hash = NULL, key_nonce = NULL, address_since = NULL, updated_at = ${new Date(nowMs)}
    WHERE strategy_id = ${strategyId} AND user_id = ${userId} AND secret_hash IS NOT NULL`;
  return count > 0;
}
