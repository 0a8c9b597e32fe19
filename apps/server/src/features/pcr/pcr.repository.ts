import type { PriceSource, SignalOutcome, Timeframe } from '@vigia/core/vocabulary';
import type { PendingQuery, Row } from 'postgres';
import { inShards } from '#platform/ownership/in-shards.ts';
import type { Shard } from '#platform/ownership/shard.ts';
import type { EditedRow } from '#platform/ownership/stored-sweep.ts';
import type { Sql } from '#platform/persistence/database.ts';
import type { Json } from '../signals/index.ts';
import type { SignalBody } from './signal-body.ts';

export type SetupRow = {
  readonly id: string;
  readonly user_id: string | null;
  readonly name: string;
  readonly asset: string;
  readonly timeframe: Timeframe;
  /** Whose prices it works on; null: the server's own. */
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

/** What became of a setup's signals, and of the trades it placed by itself. */
export type SetupRecord = {
  readonly setup_id: string;
  readonly signals: number;
  readonly today: number;
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  /** Mean payout, a fraction, of the decided signals that were sealed with one; null without any. */
  readonly payout: number | null;
  /** null: it has never traded. */
  readonly profit_minor: number | null;
};

export type StoredSignal = {
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

/** Setups of some shards that run: switched on and not archived. */
export const findRunning = (sql: Sql, shards: readonly Shard[]): Promise<SetupRow[]> => sql<SetupRow[]>`
  SELECT * FROM pcr_setups
  WHERE is_active AND archived_at IS NULL AND ${inShards(sql, sql`user_id`, shards)} ORDER BY created_at, id`;

/** Setups of some shards that were changed since, and whether they run. */
export const findEdited = (sql: Sql, shards: readonly Shard[], since: Date): Promise<EditedRow[]> => sql`
  SELECT id, updated_at, is_active AND archived_at IS NULL AS runs FROM pcr_setups
  WHERE updated_at >= ${since} AND ${inShards(sql, sql`user_id`, shards)}`;

/** Those of the given setups that still are. */
export async function findKept(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`SELECT id FROM pcr_setups WHERE id = ANY(${[...ids]}::uuid[])`;
  return rows.map(({ id }) => id);
}

/** What a user sees: their own setups and the house's. */
export const findVisible = (sql: Sql, userId: string): Promise<SetupRow[]> => sql<SetupRow[]>`
  SELECT * FROM pcr_setups
  WHERE (user_id = ${userId} OR user_id IS NULL) AND archived_at IS NULL ORDER BY created_at, id`;

/** SQL: since when it is today where the person lives. */
export const dayStart = (sql: Sql, { timeZone, nowMs }: Today) =>
  sql`date_trunc('day', ${new Date(nowMs)}::timestamptz, ${timeZone}::text)`;

export type Today = { readonly timeZone: string; readonly nowMs: number };

/** The record of each setup: signals of all versions, and the person's own trades. */
export const findRecords = (
  sql: Sql,
  userId: string,
  setupIds: readonly string[],
  today: Today,
): Promise<SetupRecord[]> => sql<SetupRecord[]>`
  WITH asked AS (SELECT unnest(${[...setupIds]}::uuid[]) AS setup_id)
  SELECT asked.setup_id, signals.*, traded.* FROM asked
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS signals,
           count(*) FILTER (WHERE s.entry_time_ms >= extract(epoch FROM ${dayStart(sql, today)}) * 1000)::int AS today,
           count(*) FILTER (WHERE o.outcome = 'won')::int AS won, count(*) FILTER (WHERE o.outcome = 'lost')::int AS lost,
           count(*) FILTER (WHERE o.outcome = 'tie')::int AS tied,
           avg((s.body ->> 'payout')::float8) FILTER (WHERE o.outcome IN ('won', 'lost')) AS payout
    FROM pcr_signals s LEFT JOIN pcr_signal_outcomes o ON o.signal_id = s.id WHERE s.setup_id = asked.setup_id) signals
  CROSS JOIN LATERAL (
    SELECT sum(profit_minor)::bigint AS profit_minor FROM trades
    WHERE automation_id = asked.setup_id AND user_id = ${userId} AND status <> 'active') traded`;

/** Inserts a setup of the house unless one of that name exists. */
export async function insertHouseSetup(
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
      INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, is_active, definition, anchor_time, live_since, created_at, updated_at)
      SELECT ${setup.id}, NULL, ${setup.name}, ${setup.asset}, ${setup.timeframe}, true, ${sql.json(setup.definition)},
             ${setup.anchorTime}, ${new Date(setup.liveSinceMs)}, ${now}, ${now}
      WHERE NOT EXISTS (SELECT 1 FROM pcr_setups WHERE user_id IS NULL AND name = ${setup.name})
      RETURNING *)
    INSERT INTO pcr_setup_versions (setup_id, version, asset, timeframe, definition, anchor_time, live_since, created_at)
    SELECT id, version, asset, timeframe, definition, anchor_time, live_since, created_at FROM made`;
}

const signalColumns = (sql: Sql) => sql`
  s.id, s.setup_id, p.name AS setup_name, p.user_id, s.seq, s.body, s.hash, s.published_at, o.outcome, o.settle_price,
  t.id AS trade_id`;

/** SQL: signals with their setup, their outcome and their trade. */
const withRecord = (sql: Sql, signals: PendingQuery<Row[]>) => sql`
  ${signals} s JOIN pcr_setups p ON p.id = s.setup_id LEFT JOIN pcr_signal_outcomes o ON o.signal_id = s.id
  LEFT JOIN trades t ON t.signal_id = s.id`;

/** Signals a user sees, newest first. Of each setup no more are read than may be among them: years of signals pile up. */
export function findSignals(sql: Sql, userId: string, limit: number) {
  const newest = sql`(
    SELECT one.* FROM pcr_setups seen CROSS JOIN LATERAL (
      SELECT * FROM pcr_signals WHERE setup_id = seen.id ORDER BY entry_time_ms DESC LIMIT ${limit}) one
    WHERE (seen.user_id = ${userId} OR seen.user_id IS NULL) AND seen.archived_at IS NULL
    ORDER BY one.entry_time_ms DESC, one.id LIMIT ${limit})`;
  return sql<StoredSignal[]>`
    SELECT ${signalColumns(sql)} FROM ${withRecord(sql, newest)} ORDER BY s.entry_time_ms DESC, s.id`;
}

/** Signals by their ids, in any order. */
export const findSignalsByIds = (sql: Sql, ids: readonly string[]): Promise<StoredSignal[]> => sql<StoredSignal[]>`
  SELECT ${signalColumns(sql)} FROM ${withRecord(sql, sql`pcr_signals`)} WHERE s.id = ANY(${[...ids]}::uuid[])`;
