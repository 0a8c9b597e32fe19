import type { StrategyRules } from '@vigia/core/strategies';
import type { StrategyType } from '@vigia/core/strategy-definitions';
import type { BrokerId, PriceSource, StrategyStatus, Timeframe } from '@vigia/core/vocabulary';
import type { EditedRow } from '#platform/cluster/row-reconciler.ts';
import { isInShardsSql, type Shard } from '#platform/cluster/shards.ts';
import { lockSubject } from '#platform/persistence/advisory-locks.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { AutomationAccountColumns } from '../accounts/index.ts';

export type StrategyRow = AutomationAccountColumns & {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: StrategyType;
  readonly asset: string;
  readonly timeframe: Timeframe;
  /** Price source of the strategy; null for the server's default market. */
  readonly price_source: PriceSource | null;
  readonly parameters: unknown;
  readonly status: StrategyStatus;
  readonly auto_trade: boolean;
  readonly version: number;
  /** Time from which this version reads candles, in epoch seconds. */
  readonly anchor_time: number;
  /** Market time of this version's start. Candles that close later may give signals. */
  readonly live_since: Date;
  readonly archived_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** The fields of a strategy that the user writes. */
export type StrategyWrite = {
  readonly name: string;
  readonly description: string | null;
  readonly rules: StrategyRules;
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly status: StrategyStatus;
  readonly autoTrade: boolean;
};

/**
 * Start of a version. `priceSource` is null for the server's default source. The version reads candles from the anchor
 * time (epoch seconds) on. It gives signals from `liveSinceMs` on, in epoch milliseconds.
 */
export type VersionStart = {
  readonly priceSource: PriceSource | null;
  readonly anchorTime: number;
  readonly liveSinceMs: number;
};

/** Locks a user until the transaction ends, so that concurrent inserts cannot exceed the strategy limit. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await lockSubject(tx, 'strategies', userId);
}

/** Counts the user's strategies that are not archived. */
export async function countOwnStrategies(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*)::int AS count FROM strategies WHERE user_id = ${userId} AND archived_at IS NULL`;
  return row.count;
}

/** Reads a user's strategies, oldest first, without archived ones. */
export const findOwnStrategies = (sql: Sql, userId: string): Promise<StrategyRow[]> => sql<StrategyRow[]>`
  SELECT * FROM strategies WHERE user_id = ${userId} AND archived_at IS NULL ORDER BY created_at, id`;

/** Reads one of the user's strategies; returns null if there is none, or if it is archived. */
export async function findStrategy(sql: Sql, userId: string, id: string): Promise<StrategyRow | null> {
  const [row] = await sql<StrategyRow[]>`
    SELECT * FROM strategies WHERE id = ${id} AND user_id = ${userId} AND archived_at IS NULL`;
  return row ?? null;
}

/** Reads one of the user's strategies as {@link findStrategy} does, and locks the row until the transaction ends. */
export async function lockStrategy(tx: Transaction, userId: string, id: string): Promise<StrategyRow | null> {
  const [row] = await tx<StrategyRow[]>`
    SELECT * FROM strategies WHERE id = ${id} AND user_id = ${userId} AND archived_at IS NULL FOR UPDATE`;
  return row ?? null;
}

/** Reads the running strategies of the given shards. */
export const findRunningStrategies = (sql: Sql, shards: readonly Shard[]): Promise<StrategyRow[]> => sql<StrategyRow[]>`
  SELECT * FROM strategies
  WHERE status = 'active' AND archived_at IS NULL AND ${isInShardsSql(sql, sql`user_id`, shards)} ORDER BY created_at, id`;

/** Reads a running strategy; returns null if there is none, or if it does not run. */
export async function findRunningStrategy(sql: Sql, id: string): Promise<StrategyRow | null> {
  const [row] = await sql<StrategyRow[]>`
    SELECT * FROM strategies WHERE id = ${id} AND status = 'active' AND archived_at IS NULL`;
  return row ?? null;
}

/** Reads the strategies of these shards edited after `since`, and whether they should run. */
export const findStrategiesEditedSince = (sql: Sql, shards: readonly Shard[], since: Date): Promise<EditedRow[]> => sql`
  SELECT id, updated_at, status = 'active' AND archived_at IS NULL AS runs FROM strategies
  WHERE updated_at >= ${since} AND ${isInShardsSql(sql, sql`user_id`, shards)}`;

/** Returns the given strategy ids that still exist. */
export async function findExistingStrategyIds(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`SELECT id FROM strategies WHERE id = ANY(${[...ids]}::uuid[])`;
  return rows.map(({ id }) => id);
}

/** Stores a new strategy with its first version. */
export async function insertStrategy(
  tx: Transaction,
  {
    id,
    userId,
    accountBroker,
  }: { readonly id: string; readonly userId: string; readonly accountBroker: BrokerId | null },
  { name, description, rules, asset, timeframe, status, autoTrade }: StrategyWrite,
  { priceSource, anchorTime, liveSinceMs }: VersionStart,
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  await tx`
    INSERT INTO strategies (id, user_id, name, description, type, asset, timeframe, price_source, parameters, status,
                            auto_trade, account_broker, anchor_time, live_since, created_at, updated_at)
    VALUES (${id}, ${userId}, ${name}, ${description}, ${rules.type}, ${asset}, ${timeframe}, ${priceSource},
            ${tx.json(rules.parameters)}, ${status}, ${autoTrade}, ${accountBroker}, ${anchorTime},
            ${new Date(liveSinceMs)}, ${now}, ${now})`;
  await insertVersion(tx, id, nowMs);
}

/** Updates a strategy. A caller that changes the signal rules gives `start`, which creates a new version. */
export async function updateStrategy(
  tx: Transaction,
  id: string,
  { name, description, rules, asset, timeframe, status, autoTrade }: StrategyWrite,
  start: VersionStart | null,
  nowMs: number,
): Promise<void> {
  await tx`
    UPDATE strategies SET name = ${name}, description = ${description}, type = ${rules.type}, asset = ${asset},
      timeframe = ${timeframe}, parameters = ${tx.json(rules.parameters)}, status = ${status},
        auto_trade = ${autoTrade},
      updated_at = ${new Date(nowMs)}
    WHERE id = ${id}`;
  if (start === null) return;
  await tx`
    UPDATE strategies
    SET version = version + 1, price_source = ${start.priceSource}, anchor_time = ${start.anchorTime},
      live_since = ${new Date(start.liveSinceMs)}
    WHERE id = ${id}`;
  await insertVersion(tx, id, nowMs);
}

/** Stores the current rules under the strategy's version number. */
const insertVersion = (tx: Transaction, id: string, nowMs: number) => tx`
  INSERT INTO strategy_versions (strategy_id, version, type, asset, timeframe, price_source, parameters,
    anchor_time, live_since,
                                 created_at)
  SELECT id, version, type, asset, timeframe, price_source, parameters, anchor_time, live_since, ${new Date(nowMs)}
  FROM strategies WHERE id = ${id}`;

/**
 * Switches a strategy on or off.
 * @returns false if the user has no such strategy
 */
export async function setStatus(
  sql: Sql,
  userId: string,
  id: string,
  status: StrategyStatus,
  nowMs: number,
): Promise<boolean> {
  const { count } = await sql`
    UPDATE strategies SET status = ${status}, updated_at = ${new Date(nowMs)}
    WHERE id = ${id} AND user_id = ${userId} AND archived_at IS NULL`;
  return count > 0;
}

/**
 * Removes a strategy from every list, permanently. Its signals and trades remain.
 * @returns false if the user has no such strategy
 */
export async function archiveStrategy(sql: Sql, userId: string, id: string, nowMs: number): Promise<boolean> {
  const now = new Date(nowMs);
  const { count } = await sql`
    UPDATE strategies SET status = 'inactive', archived_at = ${now}, updated_at = ${now}
    WHERE id = ${id} AND user_id = ${userId} AND archived_at IS NULL`;
  return count > 0;
}
