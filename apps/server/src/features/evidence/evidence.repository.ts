import type { Purse } from '@vigia/contract';
import type { TradeEnd } from '@vigia/core/statistics';
import type { AutomationKind } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { accountSql } from '../accounts/index.ts';

/**
 * Position of an entry in the order of its card: the sequence number of a signal, or the entry time of a trade in
 * milliseconds with its id.
 */
export type EntryPosition = { readonly at: number; readonly id: string };

export const FIRST_POSITION: EntryPosition = { at: 0, id: '00000000-0000-0000-0000-000000000000' };

/** How a trade or signal ended. `sold_ratio` is the profit of a sold trade per unit staked, else null. */
export type EntryOutcome = {
  readonly id: string;
  readonly ending: TradeEnd['kind'];
  readonly sold_ratio: number | null;
};

/** A signal or trade of a card. `card` is the place of the card in the request, `ending` is null while it is open. */
export type EvidenceEntry = {
  readonly id: string;
  readonly card: number;
  readonly at: number;
  readonly entry_ms: number;
  readonly expiry_ms: number;
  /** Profit of a won trade per unit staked; null if it is unknown. */
  readonly payout: number | null;
  readonly ending: EntryOutcome['ending'] | null;
  readonly sold_ratio: number | null;
};

/** A setup or strategy, and the account on which it trades. */
export type TradingAutomation = {
  readonly id: string;
  readonly kind: AutomationKind;
  readonly broker: string;
  /** Kind of money of the account on which it trades. */
  readonly account: string;
  readonly currency: string;
};

/**
 * Reads the setups and strategies that a user sees: their own ones that are not deleted, the built-in setups, and the
 * deleted ones with these ids.
 */
export const findAutomations = (sql: Sql, userId: string, ids: readonly string[]): Promise<TradingAutomation[]> => sql<
  TradingAutomation[]
>`
  SELECT p.id, 'pcr' AS kind, used.broker, used.kind AS account, used.currency
  FROM pcr_setups p CROSS JOIN LATERAL ${accountSql(sql, userId)} used
  WHERE (p.user_id = ${userId} OR p.user_id IS NULL)
    AND (p.archived_at IS NULL OR p.id = ANY(${[...ids]}::uuid[]))
  UNION ALL
  SELECT p.id, 'strategy', used.broker, used.kind, used.currency
  FROM strategies p CROSS JOIN LATERAL ${accountSql(sql, userId)} used
  WHERE p.user_id = ${userId} AND (p.archived_at IS NULL OR p.id = ANY(${[...ids]}::uuid[]))`;

/** Returns how many results of this user's trades were corrected, and how often. It grows with each correction. */
export async function countCorrections(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<[{ corrections: number }]>`
    SELECT coalesce(sum(corrections), 0)::int AS corrections FROM trades WHERE user_id = ${userId} AND corrections > 0`;
  return row.corrections;
}

const SIGNAL_TABLES = {
  pcr: { signals: 'pcr_signals', outcomes: 'pcr_signal_outcomes', owner: 'setup_id' },
  strategy: { signals: 'strategy_signals', outcomes: 'strategy_signal_outcomes', owner: 'strategy_id' },
} as const;

const signalEnding = (sql: Sql) => sql`
  CASE o.outcome WHEN 'tie' THEN 'tied' ELSE o.outcome END AS ending, NULL::float8 AS sold_ratio`;

export type OwnerPosition = EntryPosition & { readonly owner: string };

/** Reads the signals of each setup or strategy after a position, in order. */
export function signalsAfter(
  sql: Sql,
  kind: AutomationKind,
  cards: readonly OwnerPosition[],
): Promise<EvidenceEntry[]> {
  const { signals, outcomes, owner } = SIGNAL_TABLES[kind];
  return sql<EvidenceEntry[]>`
    SELECT (c.place - 1)::int AS card, s.* FROM unnest(${cards.map((card) => card.owner)}::uuid[],
      ${cards.map(({ at }) => at)}::int[]) WITH ORDINALITY AS c (owner, after, place)
    CROSS JOIN LATERAL (
      SELECT s.id, s.seq AS at, s.entry_time_ms AS entry_ms, s.expiration_ms AS expiry_ms,
             nullif((s.body ->> 'payout')::float8, 0) AS payout, ${signalEnding(sql)}
      FROM ${sql(signals)} s LEFT JOIN ${sql(outcomes)} o ON o.signal_id = s.id
      WHERE s.${sql(owner)} = c.owner AND s.seq > c.after) s
    ORDER BY card, at`;
}

/** Reads how these signals ended; signals without an outcome are left out. */
export function signalEndings(sql: Sql, kind: AutomationKind, ids: readonly string[]): Promise<EntryOutcome[]> {
  const { outcomes } = SIGNAL_TABLES[kind];
  return sql<EntryOutcome[]>`
    SELECT o.signal_id AS id, ${signalEnding(sql)} FROM ${sql(outcomes)} o
    WHERE o.signal_id = ANY(${[...ids]}::uuid[])`;
}

/** A cancelled trade that moved money was sold early; a cancelled one that moved none never took place. */
const tradeEnding = (sql: Sql) => sql`
  CASE t.status WHEN 'expired' THEN 'tied' WHEN 'active' THEN NULL
    WHEN 'cancelled' THEN CASE WHEN t.profit_minor = 0 THEN 'void' ELSE 'sold' END ELSE t.status END AS ending,
  CASE WHEN t.status = 'cancelled' THEN t.profit_minor::float8 / t.stake_minor END AS sold_ratio`;

const tradeColumns = (sql: Sql) => sql`
  t.id, (extract(epoch FROM t.entry_time) * 1000)::float8 AS at,
  (extract(epoch FROM t.entry_time) * 1000)::float8 AS entry_ms,
  (extract(epoch FROM t.expiry_time) * 1000)::float8 AS expiry_ms, nullif(t.payout_bp, 0) / 10000.0::float8 AS payout,
  ${tradeEnding(sql)}`;

const isAfter = (sql: Sql, at: ReturnType<Sql>, id: ReturnType<Sql>) => sql`
  t.execution <> 'rejected' AND (t.entry_time, t.id) > (to_timestamp(${at} / 1000.0), ${id})`;

export type TradesAfter = OwnerPosition & Pick<TradingAutomation, 'broker' | 'account' | 'currency'>;

/** Reads the trades of each automation of this user on its account after a position, in the order of their entries. */
export const automationTradesAfter = (
  sql: Sql,
  userId: string,
  cards: readonly TradesAfter[],
): Promise<EvidenceEntry[]> =>
  sql<EvidenceEntry[]>`
    SELECT (c.place - 1)::int AS card, t.* FROM unnest(${cards.map((card) => card.owner)}::uuid[],
      ${cards.map(({ at }) => at)}::float8[], ${cards.map(({ id }) => id)}::uuid[],
      ${cards.map(({ broker }) => broker)}::text[], ${cards.map(({ account }) => account)}::text[],
      ${cards.map(({ currency }) => currency)}::text[])
      WITH ORDINALITY AS c (owner, after_at, after_id, broker, account, currency, place)
    CROSS JOIN LATERAL (
      SELECT ${tradeColumns(sql)} FROM trades t
      WHERE t.automation_id = c.owner AND t.user_id = ${userId} AND t.broker = c.broker AND t.account = c.account
        AND t.currency = c.currency AND ${isAfter(sql, sql`c.after_at`, sql`c.after_id`)}) t
    ORDER BY card, at, id`;

/** One version of the rules of a setup or strategy at one broker. */
export type RulesAtBroker = {
  readonly userId: string;
  readonly kind: AutomationKind;
  readonly id: string;
  readonly version: number;
  readonly broker: string;
};

/** Reads the trades of these rules on accounts of these kinds after a position, in the order of their entries. */
export const rulesTradesAfter = (
  sql: Sql,
  { userId, kind, id, version, broker }: RulesAtBroker,
  accounts: readonly ('demo' | 'real')[],
  after: EntryPosition,
): Promise<EvidenceEntry[]> => sql<EvidenceEntry[]>`
  SELECT 0 AS card, ${tradeColumns(sql)} FROM trades t JOIN ${sql(SIGNAL_TABLES[kind].signals)} s ON s.id = t.signal_id
  WHERE t.automation_id = ${id} AND t.user_id = ${userId} AND t.broker = ${broker} AND s.version = ${version}
    AND t.account = ANY(${[...accounts]}::text[]) AND ${isAfter(sql, sql`${after.at}::float8`, sql`${after.id}::uuid`)}
  ORDER BY t.entry_time, t.id`;

/** When some rules first traded on demo, and which attempt of their user they are. */
type DemoAttempt = { readonly first_ms: number | null; readonly attempt: number };

/**
 * Returns the time of the first demo trade of these rules (null if there is none) and their attempt number. One
 * attempt is one version of a setup or strategy at one broker. The attempts of a user, also those of deleted rules,
 * are numbered from 1 in the order of their first demo trades.
 */
export async function readDemoAttempt(
  sql: Sql,
  { userId, id, version, broker }: Omit<RulesAtBroker, 'kind'>,
): Promise<DemoAttempt> {
  const [row] = await sql<[DemoAttempt]>`
    WITH firsts AS (
      SELECT t.automation_id, coalesce(p.version, s.version) AS version, t.broker, min(t.created_at) AS first
      FROM trades t
      LEFT JOIN pcr_signals p ON p.id = t.signal_id LEFT JOIN strategy_signals s ON s.id = t.signal_id
      WHERE t.user_id = ${userId} AND t.account = 'demo' AND t.automation_id IS NOT NULL AND t.execution <> 'rejected'
      GROUP BY 1, 2, 3),
    attempts AS (
      SELECT *, (row_number() OVER (ORDER BY first, automation_id, version, broker))::int AS attempt FROM firsts),
    own AS (
      SELECT * FROM attempts WHERE automation_id = ${id} AND version = ${version} AND broker = ${broker})
    SELECT (SELECT (extract(epoch FROM first) * 1000)::float8 FROM own) AS first_ms,
           coalesce((SELECT attempt FROM own), (SELECT count(*)::int + 1 FROM attempts)) AS attempt`;
  return row;
}

/** Reads the trades of this user in one purse after a position, in the order of their entries. */
export const purseTradesAfter = (
  sql: Sql,
  userId: string,
  { kind, currency }: Purse,
  after: EntryPosition,
): Promise<EvidenceEntry[]> => sql<EvidenceEntry[]>`
  SELECT 0 AS card, ${tradeColumns(sql)} FROM trades t
  WHERE t.user_id = ${userId} AND t.account = ${kind} AND t.currency = ${currency}
    AND ${isAfter(sql, sql`${after.at}::float8`, sql`${after.id}::uuid`)}
  ORDER BY t.entry_time, t.id`;

/** Reads how these trades ended; trades that are still active are left out. */
export const tradeEndings = (sql: Sql, ids: readonly string[]): Promise<EntryOutcome[]> => sql<EntryOutcome[]>`
  SELECT t.id, ${tradeEnding(sql)} FROM trades t
  WHERE t.id = ANY(${[...ids]}::uuid[]) AND t.status <> 'active'`;
