import type { Broker } from '@vigia/broker-kit/port';
import type { PaperExecutionView } from '@vigia/contract';
import type { EpochMs } from '@vigia/core/kernel';
import type { PaperBasis, PriceSource } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import type { TradingDeps } from '../deps.ts';

/** How the paper account fills orders on the prices of one source. */
export type PaperExecution = {
  /** Time (ms) from the acceptance of an order to the earliest tick that may fill it. */
  readonly delayMs: number;
  /** Share of orders that are refused, 0 to 1. */
  readonly refusedRatio: number;
  /** Number of the user's own orders at the broker from which the values were measured. */
  readonly orders: number;
  /** `measured`: from the user's own orders; `assumed`: too few orders, so it is optimistic; `exact`: no broker. */
  readonly basis: PaperBasis;
};

const EXACT: PaperExecution = { delayMs: 0, refusedRatio: 0, orders: 0, basis: 'exact' };
/** Delay (ms) without a measurement: the lead over this server that a faster price feed had in tests. */
const ASSUMED_DELAY_MS = 500;
/** Number of orders from which on their measurement counts. */
const LEAST_ORDERS = 20;
const MOST_ORDERS = 100;
/** Brokers state whole seconds, rounded down. On average, the stated time is half a second too early. */
const HALF_SECOND_MS = 500;
const LAST_DAYS_MS = 30 * 24 * 60 * 60_000;

type Measured = {
  readonly orders: number;
  readonly accepted: number;
  readonly refused: number;
  readonly delay_ms: number | null;
  readonly is_whole: boolean | null;
};

/**
 * Returns how the paper account fills a user's orders on the prices of a source: in the way in which their account at
 * that broker filled their last 100 orders within 30 days. The delay is the median from sending to the start that the
 * broker states.
 */
export async function paperExecution(
  sql: Sql,
  catalog: readonly Broker[],
  { userId, source, nowMs }: { readonly userId: string; readonly source: PriceSource; readonly nowMs: EpochMs },
): Promise<PaperExecution> {
  if (!catalog.some(({ id }) => id === source)) return EXACT;
  const [row] = await sql<Measured[]>`
    SELECT count(*)::int AS orders, count(*) FILTER (WHERE execution = 'confirmed')::int AS accepted,
           count(*) FILTER (WHERE execution = 'rejected')::int AS refused,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM entry_time - sent_at) * 1000)
             FILTER (WHERE execution = 'confirmed') AS delay_ms,
           bool_and(date_trunc('second', entry_time) = entry_time) FILTER (WHERE execution = 'confirmed') AS is_whole
    FROM (SELECT execution, entry_time, sent_at FROM trades
          WHERE user_id = ${userId} AND broker = ${source} AND sent_at IS NOT NULL
            AND entry_time > ${new Date(nowMs - LAST_DAYS_MS)}
          ORDER BY entry_time DESC, id DESC LIMIT ${MOST_ORDERS}) sent`;
  return executionOf(row ?? { orders: 0, accepted: 0, refused: 0, delay_ms: null, is_whole: null });
}

function executionOf({ orders, accepted, refused, delay_ms: delayMs, is_whole: isWhole }: Measured): PaperExecution {
  if (accepted < LEAST_ORDERS || delayMs === null)
    return { delayMs: ASSUMED_DELAY_MS, refusedRatio: 0, orders, basis: 'assumed' };
  const midMs = delayMs + (isWhole === true ? HALF_SECOND_MS : 0);
  return { delayMs: Math.max(0, Math.round(midMs)), refusedRatio: refused / orders, orders, basis: 'measured' };
}

/**
 * Returns whether an order is among the refused ones. The last 32 bits of an order's id are random, so this is a draw
 * that can be repeated, and neither the user nor the server chooses it.
 */
export const isDrawnForRefusal = (id: string, refusedRatio: number): boolean =>
  Number.parseInt(id.slice(-8), 16) / 2 ** 32 < refusedRatio;

/** Returns how the paper account fills a user's orders on the prices that they see. */
export async function readPaperExecution(
  { db, brokers, clock, markets }: Pick<TradingDeps, 'db' | 'brokers' | 'clock' | 'markets'>,
  userId: string,
): Promise<PaperExecutionView> {
  const source = await markets.sourceOf(userId);
  const execution = await paperExecution(db.sql, brokers.catalog(), { userId, source, nowMs: clock.now() });
  const { delayMs, refusedRatio, orders, basis } = execution;
  const changes = await readPayoutChanges(db.sql, { userId, source, nowMs: clock.now() });
  return { source, delay_ms: delayMs, refused_share: refusedRatio, orders, basis, payout_changes: changes };
}

/**
 * Counts those of a user's last 100 paper orders of 30 days on the prices of a source whose payout changed between
 * acceptance and fill, and those that were refused for it.
 */
async function readPayoutChanges(
  sql: Sql,
  { userId, source, nowMs }: { readonly userId: string; readonly source: PriceSource; readonly nowMs: EpochMs },
): Promise<{ readonly orders: number; readonly changed: number; readonly refused: number }> {
  const [row] = await sql<{ orders: number; changed: number; refused: number }[]>`
    SELECT count(*)::int AS orders, count(*) FILTER (WHERE payout_bp <> quoted_bp)::int AS changed,
           count(*) FILTER (WHERE settle_reason = 'payout_changed')::int AS refused
    FROM (SELECT payout_bp, quoted_bp, settle_reason FROM trades
          WHERE user_id = ${userId} AND broker = 'mock' AND source = ${source} AND quoted_bp IS NOT NULL
            AND entry_time > ${new Date(nowMs - LAST_DAYS_MS)}
          ORDER BY entry_time DESC, id DESC LIMIT ${MOST_ORDERS}) placed`;
  return row ?? { orders: 0, changed: 0, refused: 0 };
}
