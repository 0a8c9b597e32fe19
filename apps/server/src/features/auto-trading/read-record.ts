import type { Purse } from '@vigia/contract';
import type { LastTrade, SetupFacts, SetupRiskRules } from '@vigia/core/auto-trading';
import { type EpochMs, epochMs, invariant, type MinorUnits, minorUnits } from '@vigia/core/kernel';
import { limitBookOf, type RiskLimits } from '@vigia/core/risk';
import { RESET_TIMES, type TradeStatus } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { type LimitsRow, limitBookSql, selectLimitsSql, toRiskLimits } from '../accounts/index.ts';
import type { ReachedLimitNote } from '../signals/index.ts';
import { periodStartSql } from '../trading/index.ts';

/** Results of a setup or strategy so far, and its own limits. */
export type AutomationRecord = {
  readonly facts: SetupFacts;
  readonly last: LastTrade | null;
  readonly limits: RiskLimits;
  /** The user's time zone, for times in messages. */
  readonly timeZone: string;
};

type Row = LimitsRow & {
  readonly day_end: Date;
  readonly week_end: Date;
  readonly operations: number;
  readonly at_stake_minor: number;
  readonly day_profit_minor: number;
  readonly week_profit_minor: number;
  readonly reached: ReachedLimitNote | null;
  readonly last_status: TradeStatus | null;
  readonly last_step: number | null;
  readonly last_stakes: readonly number[] | null;
};

/**
 * Longest time from the placement of a trade to the start of the week in which it ends. The longest trade lasts a day.
 */
const LONGEST_TRADE = '2 days';

/**
 * Reads the results of one setup or strategy in one purse (kind of money and currency) at one moment. Other purses do
 * not count, so a loss on paper neither counts against a limit of another account nor raises the stakes there. If an
 * order depends on the result, the caller has locked the owner's account. Days and weeks start at the reset time of the
 * setup, in the time zone of the owner's limits. If the clocks skip that time of day, the previous period lasts until
 * the jump.
 */
export async function readRecord(
  sql: Sql,
  userId: string,
  { automationId, purse }: { readonly automationId: string; readonly purse: Purse },
  { resetTime }: Pick<SetupRiskRules, 'resetTime'>,
  nowMs: EpochMs,
): Promise<AutomationRecord> {
  const now = new Date(nowMs);
  const begins = RESET_TIMES.some((word) => word === resetTime) ? '00:00' : resetTime;
  const [row] = await sql<Row[]>`
    WITH settings AS MATERIALIZED (${selectLimitsSql(sql, userId, limitBookSql(sql, limitBookOf(purse)), nowMs)}),
    here AS MATERIALIZED (
      SELECT zone, ${begins}::interval AS begins, (${now}::timestamptz AT TIME ZONE zone) - ${begins}::interval AS local
      FROM settings),
    days AS MATERIALIZED (
      SELECT ${periodStartSql(sql, sql`day + begins`)} AS at
      FROM here, generate_series(date_trunc('day', local) - interval '1 day', local + interval '1 day', '1 day') AS day),
    weeks AS MATERIALIZED (
      SELECT ${periodStartSql(sql, sql`week + begins`)} AS at
      FROM here, generate_series(date_trunc('week', local) - interval '7 days', local + interval '7 days', '7 days') AS week),
    period AS MATERIALIZED (
      SELECT (SELECT max(at) FROM days WHERE at <= ${now}) AS day_start,
             (SELECT min(at) FROM days WHERE at > ${now}) AS day_end,
             (SELECT max(at) FROM weeks WHERE at <= ${now}) AS week_start,
             (SELECT min(at) FROM weeks WHERE at > ${now}) AS week_end)
    SELECT s.*, p.day_end, p.week_end, done.*,
           (SELECT d.reason -> 'reached' FROM automation_decisions d
            WHERE d.automation_id = ${automationId} AND jsonb_typeof(d.reason -> 'reached') = 'object'
              AND d.decided_at >= ${resetTime === 'weekly' ? sql`p.week_start` : sql`p.day_start`}
            ORDER BY d.decided_at LIMIT 1) AS reached,
           latest.*
    FROM settings s CROSS JOIN period p
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE entry_time >= p.day_start AND execution <> 'rejected')::int AS operations,
             coalesce(sum(stake_minor) FILTER (WHERE status = 'active'), 0)::bigint AS at_stake_minor,
             coalesce(sum(profit_minor) FILTER (WHERE settled_at >= p.day_start), 0)::bigint AS day_profit_minor,
             coalesce(sum(profit_minor) FILTER (WHERE settled_at >= p.week_start), 0)::bigint AS week_profit_minor
      FROM trades
      WHERE automation_id = ${automationId} AND account = ${purse.kind} AND currency = ${purse.currency}
        AND entry_time >= p.week_start - ${LONGEST_TRADE}::interval) done
    LEFT JOIN LATERAL (
      SELECT t.status AS last_status, d.step AS last_step, d.reason -> 'stakes' AS last_stakes
      FROM trades t LEFT JOIN automation_decisions d ON d.signal_id = t.signal_id
      WHERE t.automation_id = ${automationId} AND t.account = ${purse.kind} AND t.currency = ${purse.currency}
        AND t.execution <> 'rejected'
      ORDER BY t.entry_time DESC, t.id DESC LIMIT 1) latest ON true`;
  invariant(row !== undefined, `user ${userId} has settings`);
  return toRecord(row, nowMs);
}

function toRecord(row: Row, nowMs: EpochMs): AutomationRecord {
  return {
    facts: {
      operationsToday: row.operations,
      atStakeMinor: minorUnits(row.at_stake_minor),
      profitTodayMinor: minorUnits(row.day_profit_minor),
      profitThisWeekMinor: minorUnits(row.week_profit_minor),
      dayEndsAtMs: epochMs(row.day_end.getTime()),
      weekEndsAtMs: epochMs(row.week_end.getTime()),
      reached: row.reached,
    },
    last: toLast(row),
    limits: toRiskLimits(row, nowMs),
    timeZone: row.time_zone,
  };
}

const RESULTS = { active: 'open', won: 'won', lost: 'lost', expired: 'tie', cancelled: 'void' } as const;

const toLast = ({ last_status: status, last_step: step, last_stakes: stakes }: Row): LastTrade | null =>
  status && {
    result: RESULTS[status],
    step: step ?? 1,
    stakesMinor: stakes?.map((stake): MinorUnits => minorUnits(stake)) ?? null,
  };
