import type { SignalDoorBody } from '@vigia/contract';
import type { AccountKind, StrategyStatus, Timeframe } from '@vigia/core/vocabulary';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

/** How the messages of a strategy arrive. Of its address, only the hash is stored. */
export type DoorRow = {
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

/** A door with the fields of its strategy that decide about a message, and the number of messages of the last minute. */
export type OpenDoor = Omit<DoorRow, 'address_since'> & {
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly status: StrategyStatus;
  readonly account_kind: AccountKind | null;
  readonly recent: number;
};

const MINUTE_MS = 60_000;

const columnsOf = (sql: Sql, nowMs: number) => sql`
  s.id AS strategy_id, s.user_id, coalesce(d.format, 'json') AS format, d.pattern, coalesce(d.names, '{}') AS names,
  coalesce(d.max_age_seconds, 10)::int AS max_age_seconds, d.key_nonce, s.asset, s.timeframe, s.status, s.account_kind,
  (SELECT count(*)::int FROM external_messages m
   WHERE m.strategy_id = s.id AND m.received_at > ${new Date(nowMs - MINUTE_MS)}) AS recent`;

/** Reads the door of an address; null if there is none. */
export async function findByAddress(sql: Sql, secretHash: Buffer, nowMs: number): Promise<OpenDoor | null> {
  const [row] = await sql<OpenDoor[]>`
    SELECT ${columnsOf(sql, nowMs)} FROM signal_doors d JOIN strategies s ON s.id = d.strategy_id
    WHERE d.secret_hash = ${secretHash} AND s.archived_at IS NULL AND s.type = 'external'`;
  return row ?? null;
}

/** Reads the door of one of the user's external strategies; null if the user has no such strategy. */
export async function findOfStrategy(
  sql: Sql,
  userId: string,
  strategyId: string,
  nowMs: number,
): Promise<OpenDoor | null> {
  const [row] = await sql<OpenDoor[]>`
    SELECT ${columnsOf(sql, nowMs)} FROM strategies s LEFT JOIN signal_doors d ON d.strategy_id = s.id
    WHERE s.id = ${strategyId} AND s.user_id = ${userId} AND s.archived_at IS NULL AND s.type = 'external'`;
  return row ?? null;
}

/** Reads the stored settings of a door; null if the user has stored none. */
export async function findDoor(sql: Sql, userId: string, strategyId: string): Promise<DoorRow | null> {
  const [row] = await sql<DoorRow[]>`
    SELECT strategy_id, user_id, format, pattern, names, max_age_seconds::int AS max_age_seconds, key_nonce,
           address_since
    FROM signal_doors WHERE strategy_id = ${strategyId} AND user_id = ${userId}`;
  return row ?? null;
}

type Owned = { readonly userId: string; readonly strategyId: string };

/** Stores how messages are written. The address stays. */
export async function writeSettings(
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
