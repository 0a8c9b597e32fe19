import { type EpochMs, epochMs, invariant, minorUnits } from '@vigia/core/kernel';
import type { RiskFacts, RiskLimits } from '@vigia/core/risk';
import type { Sql } from '#platform/persistence/database.ts';
import {
  type LimitsRow,
  limitBookOfAccountSql,
  type RiskSettings,
  selectLimitsSql,
  toRiskLimits,
  toRiskSettings,
} from '../../accounts/index.ts';
import { periodStartSql } from './period-start.ts';

/** Facts about an account for the risk guard. The facts about asset and market come with the order. */
export type AccountRiskFacts = Omit<RiskFacts, 'asset' | 'market'>;

export type AccountRisk = RiskSettings & { readonly facts: AccountRiskFacts; readonly limits: RiskLimits };

type Row = LimitsRow & {
  readonly cash_minor: number;
  readonly is_real: boolean;
  readonly day_end: Date;
  readonly week_end: Date;
  readonly active: number;
  readonly at_stake_minor: number;
  readonly placed: number;
  readonly day_profit_minor: number;
  readonly week_profit_minor: number;
  readonly losses: number;
  readonly last_loss_at: Date | null;
};

/** Largest counted number of losses in a row. No pause requires more, so the query never reads the whole history. */
const STREAK_MAX = 100;

/**
 * Reads all facts about an account for the risk guard: its balance, its limits, and the trades of its purse (same kind
 * and currency, at any broker). Trades of other purses do not count: a win on paper must not make room for a loss of
 * real money. One SQL statement reads all facts, so a trade that ends during the read counts exactly once, as open or
 * as ended. If an order depends on the result, the caller holds the account's lock, so that concurrent orders see each
 * other. Ranges have an upper end ('infinity'): the planner then estimates few rows and uses an index even if one user
 * has most of the trades.
 */
export async function readRisk(sql: Sql, userId: string, accountId: string, nowMs: EpochMs): Promise<AccountRisk> {
  const inPurse = sql`account = a.kind AND currency = a.currency`;
  const [row] = await sql<Row[]>`
    WITH settings AS MATERIALIZED (${selectLimitsSql(sql, userId, limitBookOfAccountSql(sql, accountId), nowMs)}),
    here AS MATERIALIZED (
      SELECT s.zone, date_trunc('day', now.local) AS day, date_trunc('week', now.local) AS week
      FROM settings s CROSS JOIN LATERAL (SELECT ${new Date(nowMs)}::timestamptz AT TIME ZONE s.zone AS local) now),
    period AS MATERIALIZED (
      SELECT ${periodStartSql(sql, sql`day`)} AS day_start, ${periodStartSql(sql, sql`day + interval '1 day'`)} AS day_end,
             ${periodStartSql(sql, sql`week`)} AS week_start, ${periodStartSql(sql, sql`week + interval '7 days'`)} AS week_end
      FROM here)
    SELECT s.*, a.cash_minor, a.kind = 'real' AS is_real, p.day_end, p.week_end, open.*, placed.*, ended.*, streak.*
    FROM settings s
    CROSS JOIN period p
    JOIN accounts a ON a.id = ${accountId}
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS active, coalesce(sum(stake_minor), 0)::bigint AS at_stake_minor
      FROM trades WHERE user_id = ${userId} AND ${inPurse} AND status = 'active') open
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS placed FROM trades
      WHERE user_id = ${userId} AND ${inPurse}
        AND entry_time BETWEEN p.day_start AND 'infinity' AND execution <> 'rejected') placed
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(profit_minor) FILTER (WHERE settled_at >= p.day_start), 0)::bigint AS day_profit_minor,
             coalesce(sum(profit_minor), 0)::bigint AS week_profit_minor
      FROM trades
      WHERE user_id = ${userId} AND ${inPurse}
        AND status <> 'active' AND settled_at BETWEEN p.week_start AND 'infinity') ended
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS losses, max(settled_at) AS last_loss_at
      FROM (SELECT settled_at, count(*) FILTER (WHERE status = 'won') OVER (ORDER BY settled_at DESC, id DESC) AS wins
            FROM (SELECT id, status, settled_at FROM trades
                  WHERE user_id = ${userId} AND ${inPurse} AND status IN ('won', 'lost')
                  ORDER BY settled_at DESC, id DESC LIMIT ${STREAK_MAX}) latest) decided
      WHERE wins = 0) streak`;
  invariant(row !== undefined, `user ${userId} has settings and account ${accountId}`);
  return toAccountRisk(row, nowMs);
}

function toAccountRisk(row: Row, nowMs: EpochMs): AccountRisk {
  const { losses, last_loss_at: lastLossAt } = row;
  const settings = toRiskSettings(row);
  return {
    facts: {
      nowMs,
      cashMinor: minorUnits(row.cash_minor),
      activeTrades: row.active,
      atStakeMinor: minorUnits(row.at_stake_minor),
      tradesToday: row.placed,
      profitTodayMinor: minorUnits(row.day_profit_minor),
      profitThisWeekMinor: minorUnits(row.week_profit_minor),
      losingStreak: lastLossAt === null ? null : { losses, lastLossAtMs: epochMs(lastLossAt.getTime()) },
      dayEndsAtMs: epochMs(row.day_end.getTime()),
      weekEndsAtMs: epochMs(row.week_end.getTime()),
      isRealMoney: row.is_real,
      tradingPeriod: settings.tradingPeriod,
    },
    limits: toRiskLimits(row, nowMs),
    ...settings,
  };
}
