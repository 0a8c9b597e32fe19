import { type Json } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { PriceSource, SignalOutcome, Timeframe } from '@vigia/core/vocabulary';
import type { EditedRow } from '#platform/cluster/row-reconciler.ts';
import { isInShardsSql, type Shard } from '#platform/cluster/shards.ts';
import type { Sql, SqlStatement } from '#platform/persistence/database.ts';
import { type AutomationAccountColumns, accountSql } from '../accounts/index.ts';
import { type DecisionColumns, decisionColumns, type EntryDelayRow, entryDelay } from '../signals/index.ts';
import type { SignalBody } from './publishing/signal-body.ts';

export type SetupRow = AutomationAccountColumns & {
  readonly id: string;
  readonly user_id: string | null;
  readonly name: string;
  readonly asset: string;
  readonly timeframe: Timeframe;
  /** Source of the prices that the setup works on; null for the server's default market. */
  readonly price_source: PriceSource | null;
  readonly is_active: boolean;
  readonly auto_trade: boolean;
  readonly version: number;
  readonly definition: unknown;
  readonly anchor_time: number;
  readonly live_since: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** Numbers of the signals and automatic trades of a setup, and the measured delay of its automatic orders. */
export type SetupRecord = EntryDelayRow & {
  readonly setup_id: string;
  readonly signals: number;
  readonly today: number;
  /** Currency of the account on which the setup trades. */
  readonly currency: Currency;
  /** Profit or loss on that account in minor units; null if the setup has no trades there. */
  readonly profit_minor: number | null;
};

export type StoredSignal = DecisionColumns & {
  readonly id: string;
  readonly setup_id: string;
  readonly setup_name: string;
  readonly user_id: string | null;
  readonly seq: number;
  readonly body: SignalBody;
  readonly hash: string;
  readonly published_at: Date;
  readonly outcome: Exclude<SignalOutcome, 'pending'> | null;
  readonly settle_price: number | null;
  readonly trade_id: string | null;
};

/** Reads the setups of these shards that run: switched on and not archived. */
export const findRunningSetups = (sql: Sql, shards: readonly Shard[]): Promise<SetupRow[]> => sql<SetupRow[]>`
  SELECT * FROM pcr_setups
  WHERE is_active AND archived_at IS NULL AND ${isInShardsSql(sql, sql`user_id`, shards)} ORDER BY created_at, id`;

/** Reads a setup; null if there is none, or if it does not run. */
export async function findRunningSetup(sql: Sql, id: string): Promise<SetupRow | null> {
  const [row] = await sql<SetupRow[]>`
    SELECT * FROM pcr_setups WHERE id = ${id} AND is_active AND archived_at IS NULL`;
  return row ?? null;
}

/** Reads the setups of these shards edited after `since`, and whether they should run. */
export const findSetupsEditedSince = (sql: Sql, shards: readonly Shard[], since: Date): Promise<EditedRow[]> => sql`
  SELECT id, updated_at, is_active AND archived_at IS NULL AS runs FROM pcr_setups
  WHERE updated_at >= ${since} AND ${isInShardsSql(sql, sql`user_id`, shards)}`;

/** Returns the given setup ids that still exist. */
export async function findExistingSetupIds(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`SELECT id FROM pcr_setups WHERE id = ANY(${[...ids]}::uuid[])`;
  return rows.map(({ id }) => id);
}

/** Reads the setups a user sees: their own and the built-in ones. */
export const findVisibleSetups = (sql: Sql, userId: string): Promise<SetupRow[]> => sql<SetupRow[]>`
  SELECT * FROM pcr_setups
  WHERE (user_id = ${userId} OR user_id IS NULL) AND archived_at IS NULL ORDER BY created_at, id`;

/** Returns SQL for the start of today in the user's time zone. */
export const dayStart = (sql: Sql, { timeZone, nowMs }: UserDay) =>
  sql`date_trunc('day', ${new Date(nowMs)}::timestamptz, ${timeZone}::text)`;

export type UserDay = { readonly timeZone: string; readonly nowMs: number };

/** Reads the record of each setup: signals of all versions, and the user's own trades on its account. */
export const findSetupRecords = (
  sql: Sql,
  userId: string,
  setupIds: readonly string[],
  today: UserDay,
): Promise<SetupRecord[]> => sql<SetupRecord[]>`
  WITH asked AS (
    SELECT p.id AS setup_id, used.* FROM pcr_setups p CROSS JOIN LATERAL ${accountSql(sql, userId)} used
    WHERE p.id = ANY(${[...setupIds]}::uuid[]))
  SELECT asked.setup_id, asked.currency, signals.*, traded.*, delayed.* FROM asked
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS signals,
           count(*) FILTER (WHERE s.entry_time_ms >= extract(epoch FROM ${dayStart(sql, today)}) * 1000)::int AS today
    FROM pcr_signals s WHERE s.setup_id = asked.setup_id) signals
  CROSS JOIN LATERAL (
    SELECT sum(profit_minor)::bigint AS profit_minor FROM trades
    WHERE automation_id = asked.setup_id AND user_id = ${userId} AND status <> 'active'
      AND broker = asked.broker AND account = asked.kind AND currency = asked.currency) traded
  CROSS JOIN LATERAL (${entryDelay(sql, 'pcr_signals', { id: sql`asked.setup_id`, broker: sql`asked.broker`, kind: sql`asked.kind` })}) delayed`;

/** Inserts a built-in setup unless one with its name exists. */
export async function insertBuiltInSetup(
  sql: Sql,
  setup: {
    id: string;
    name: string;
    asset: string;
    timeframe: string;
    definition: Json;
    anchorTime: number;
    liveSinceMs: number;
    nowMs: number;
  },
): Promise<void> {
  const now = new Date(setup.nowMs);
  await sql`
    WITH made AS (
      INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, is_active, definition, anchor_time, live_since,
        created_at, updated_at)
      SELECT ${setup.id}, NULL, ${setup.name}, ${setup.asset}, ${setup.timeframe}, true, ${sql.json(setup.definition)},
             ${setup.anchorTime}, ${new Date(setup.liveSinceMs)}, ${now}, ${now}
      WHERE NOT EXISTS (SELECT 1 FROM pcr_setups WHERE user_id IS NULL AND name = ${setup.name})
      RETURNING *)
    INSERT INTO pcr_setup_versions (setup_id, version, asset, timeframe, definition, anchor_time, live_since,
      created_at)
    SELECT id, version, asset, timeframe, definition, anchor_time, live_since, created_at FROM made`;
}

const signalColumns = (sql: Sql) => sql`
  s.id, s.setup_id, p.name AS setup_name, p.user_id, s.seq, s.body, s.hash, s.published_at, o.outcome, o.settle_price,
  t.id AS trade_id, ${decisionColumns(sql)}`;

/** Returns SQL that joins signals with their setup, outcome, decision and trade. */
const withRecord = (sql: Sql, signals: SqlStatement) => sql`
  ${signals} s JOIN pcr_setups p ON p.id = s.setup_id LEFT JOIN pcr_signal_outcomes o ON o.signal_id = s.id
  LEFT JOIN automation_decisions d ON d.signal_id = s.id LEFT JOIN trades t ON t.signal_id = s.id`;

/**
 * Reads the newest signals that a user sees, newest first. The query reads at most `limit` signals of each setup,
 * because the number of stored signals grows over the years.
 */
export function findSignals(sql: Sql, userId: string, limit: number) {
  const newest = sql`(
    SELECT one.* FROM pcr_setups seen CROSS JOIN LATERAL (
      SELECT * FROM pcr_signals WHERE setup_id = seen.id ORDER BY entry_time_ms DESC LIMIT ${limit}) one
    WHERE (seen.user_id = ${userId} OR seen.user_id IS NULL) AND seen.archived_at IS NULL
    ORDER BY one.entry_time_ms DESC, one.id LIMIT ${limit})`;
  return sql<StoredSignal[]>`
    SELECT ${signalColumns(sql)} FROM ${withRecord(sql, newest)} ORDER BY s.entry_time_ms DESC, s.id`;
}

/** Reads signals by id, in any order. */
export const findSignalsByIds = (sql: Sql, ids: readonly string[]): Promise<StoredSignal[]> => sql<StoredSignal[]>`
  SELECT ${signalColumns(sql)} FROM ${withRecord(sql, sql`pcr_signals`)} WHERE s.id = ANY(${[...ids]}::uuid[])`;
