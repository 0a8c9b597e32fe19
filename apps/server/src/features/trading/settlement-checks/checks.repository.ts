import type { Currency } from '@vigia/core/money';
import type { RecordedPrices, SettlementCheck } from '@vigia/core/trades';
import type { AccountKind, ResultChange, SettlementVerdict, Venue } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import type { CheckedTrade } from './moments.ts';

/** Position in the trades in the order of their settlement. All trades up to this position are checked. */
export type CheckedUntil = { readonly settledAtMs: number; readonly id: string };

const KEY = 'settlement_checks';
/** Largest number of corrected trades that one round checks again. */
const MOST_CORRECTED = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export const checkPositionAt = (settledAtMs: number): CheckedUntil => ({ settledAtMs, id: FIRST_ID });

/** Returns the time (epoch ms) up to which trades were checked; null before the first check. */
export async function findCheckedUntil(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ value: { readonly settledAtMs: number } }[]>`
    SELECT value FROM installation WHERE key = ${KEY}`;
  return row?.value.settledAtMs ?? null;
}

export async function storeCheckedUntil(sql: Sql, settledAtMs: number): Promise<void> {
  await sql`
    INSERT INTO installation (key, value) VALUES (${KEY}, ${sql.json({ settledAtMs })})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
}

const columns = (sql: Sql) => sql`
  t.id, t.user_id, t.broker, t.account, t.currency, t.source, t.symbol, t.direction, t.status, t.entry_price,
  t.entry_tick_ms, t.entry_time, t.settle_price, t.settle_tick_ms, t.expiry_time, t.settled_at`;

/**
 * Returns decided trades that were settled after `after` and up to `untilMs`, in this order. The statement may read the
 * whole table, so it runs rarely.
 */
export const findDecidedTrades = (
  sql: Sql,
  after: CheckedUntil,
  untilMs: number,
  limit: number,
): Promise<CheckedTrade[]> =>
  sql<CheckedTrade[]>`
    SELECT ${columns(sql)} FROM trades t
    WHERE t.settled_at >= ${new Date(after.settledAtMs)} AND t.settled_at <= ${new Date(untilMs)}
      AND (t.settled_at, t.id) > (${new Date(after.settledAtMs)}, ${after.id}::uuid)
      AND t.status IN ('won', 'lost', 'expired')
    ORDER BY t.settled_at, t.id LIMIT ${limit}`;

/** Returns these trades, without those that are not decided. */
export const findDecidedTradesByIds = (sql: Sql, ids: readonly string[]): Promise<CheckedTrade[]> => sql<
  CheckedTrade[]
>`
  SELECT ${columns(sql)} FROM trades t
  WHERE t.id = ANY(${[...ids]}::uuid[]) AND t.status IN ('won', 'lost', 'expired')`;

/** Returns which of these trades have a check. */
export async function findCheckedTrades(sql: Sql, trades: readonly CheckedTrade[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ trade_id: string }[]>`
    SELECT c.trade_id FROM unnest(${trades.map(({ id }) => id)}::uuid[]) AS t (id)
    CROSS JOIN LATERAL (SELECT trade_id FROM settlement_checks WHERE trade_id = t.id LIMIT 1) c`;
  return new Set(rows.map((row) => row.trade_id));
}

/** Prices that a check has copied: the price at the moment, the lowest and the highest one. */
type CopiedPrices = readonly [held: number, low: number, high: number];

/** A checked trade whose outcome was corrected later, with the prices that its check has copied. */
export type CorrectedTrade = CheckedTrade & {
  readonly entry_prices: CopiedPrices | null;
  readonly settle_prices: CopiedPrices | null;
};

/** Returns decided trades that were corrected after their check. */
export const findCorrectedTrades = (sql: Sql): Promise<CorrectedTrade[]> => sql<CorrectedTrade[]>`
  SELECT ${columns(sql)}, c.entry_prices, c.settle_prices FROM settlement_checks c JOIN trades t ON t.id = c.trade_id
  WHERE c.is_outdated AND t.status IN ('won', 'lost', 'expired') ORDER BY c.trade_id LIMIT ${MOST_CORRECTED}`;

/** A check to store. */
export type NewSettlementCheck = {
  readonly trade: CheckedTrade;
  readonly check: SettlementCheck;
  readonly entry: RecordedPrices | null;
  readonly settle: RecordedPrices | null;
  readonly precisionMs: number;
};

const copied = (prices: RecordedPrices | null) =>
  prices === null ? null : [prices.heldPrice, prices.lowPrice, prices.highPrice];

/** Stores checks. A repeated check of a trade replaces the verdict and keeps one row. */
export async function storeChecks(sql: Sql, checks: readonly NewSettlementCheck[], nowMs: number): Promise<void> {
  if (checks.length === 0) return;
  const rows = checks.map(({ trade, check, entry, settle, precisionMs }) => ({
    trade_id: trade.id,
    user_id: trade.user_id,
    broker: trade.broker,
    account: trade.account,
    currency: trade.currency,
    verdict: check.verdict,
    result_changes: check.resultChanges,
    recorded_outcome: check.recordedOutcome,
    precision_ms: precisionMs,
    entry_prices: copied(entry),
    settle_prices: copied(settle),
    entry_gap: check.entryGapPrice,
    settle_gap: check.settleGapPrice,
  }));
  // The join skips trades of users who were deleted after the trades were read.
  await sql`
    INSERT INTO settlement_checks
    SELECT c.*, ${new Date(nowMs)}, false FROM jsonb_to_recordset(${sql.json(rows)}) AS c(
      trade_id uuid, user_id uuid, broker text, account text, currency text, verdict text, result_changes text,
      recorded_outcome text, precision_ms integer, entry_prices double precision[], settle_prices double precision[],
      entry_gap double precision, settle_gap double precision)
    JOIN trades t ON t.id = c.trade_id
    ON CONFLICT (trade_id) DO UPDATE
    SET verdict = excluded.verdict, result_changes = excluded.result_changes,
        recorded_outcome = excluded.recorded_outcome, entry_gap = excluded.entry_gap,
        settle_gap = excluded.settle_gap, checked_at = excluded.checked_at, is_outdated = false`;
}

/** A stored check with the prices that the venue stated. */
export type CheckRow = {
  readonly trade_id: string;
  readonly verdict: SettlementVerdict;
  readonly result_changes: ResultChange | null;
  readonly recorded_outcome: 'won' | 'lost' | 'tie' | null;
  readonly precision_ms: number;
  readonly entry_prices: CopiedPrices | null;
  readonly settle_prices: CopiedPrices | null;
  readonly entry_gap: number | null;
  readonly settle_gap: number | null;
  readonly entry_price: number | null;
  readonly settle_price: number | null;
  readonly checked_at: Date;
};

const checkColumns = (sql: Sql) => sql`
  c.trade_id, c.verdict, c.result_changes, c.recorded_outcome, c.precision_ms, c.entry_prices, c.settle_prices,
  c.entry_gap, c.settle_gap, t.entry_price, t.settle_price, c.checked_at`;

/** Returns the check of a trade of this user; null if there is none. */
export async function findCheck(sql: Sql, userId: string, tradeId: string): Promise<CheckRow | null> {
  const [row] = await sql<CheckRow[]>`
    SELECT ${checkColumns(sql)} FROM settlement_checks c JOIN trades t ON t.id = c.trade_id
    WHERE c.trade_id = ${tradeId} AND c.user_id = ${userId} AND t.status <> 'cancelled'`;
  return row ?? null;
}

/** Returns the checks of these trades. */
export const findChecks = (sql: Sql, trades: readonly { readonly id: string }[]): Promise<CheckRow[]> => sql<
  CheckRow[]
>`
  SELECT ${checkColumns(sql)} FROM settlement_checks c JOIN trades t ON t.id = c.trade_id
  WHERE c.trade_id = ANY(${trades.map(({ id }) => id)}::uuid[])`;

/** Number of checks of an account by verdict. */
export type CheckCounts = {
  readonly broker: Venue;
  readonly account: AccountKind;
  readonly currency: Currency;
  readonly match: number;
  readonly differs: number;
  readonly no_data: number;
  /** Checks in which the recorded prices give another result. */
  readonly result_changes: number;
};

/** Returns the counts of each account of a user; with null, those of all users by broker and account. */
export const countChecks = (sql: Sql, userId: string | null): Promise<CheckCounts[]> => sql<CheckCounts[]>`
  SELECT broker, account, currency, count(*) FILTER (WHERE verdict = 'match')::int AS match,
         count(*) FILTER (WHERE verdict = 'differs')::int AS differs,
         count(*) FILTER (WHERE verdict = 'no_data')::int AS no_data,
         count(*) FILTER (WHERE result_changes = 'yes')::int AS result_changes
  FROM settlement_checks ${userId === null ? sql`` : sql`WHERE user_id = ${userId}`}
  GROUP BY broker, account, currency ORDER BY broker, account, currency`;

/** A trade whose stated prices or result differ from the recorded ones. */
export type DifferingTrade = CheckRow & { readonly broker: Venue; readonly symbol: string; readonly expiry_time: Date };

/** Largest number of differing trades that one list shows. */
const LISTED = 50;

/** Returns the newest trades of all users whose settlement differs from the recorded prices. */
export const findDifferingTrades = (sql: Sql): Promise<DifferingTrade[]> => sql<DifferingTrade[]>`
  SELECT ${checkColumns(sql)}, t.broker, t.symbol, t.expiry_time
  FROM settlement_checks c JOIN trades t ON t.id = c.trade_id
  WHERE c.verdict = 'differs' ORDER BY c.checked_at DESC, c.trade_id LIMIT ${LISTED}`;
