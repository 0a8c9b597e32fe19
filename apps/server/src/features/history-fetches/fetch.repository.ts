import type { HistoryGaps } from '@vigia/core/candles';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

export type FetchStatus = 'running' | 'done' | 'cancelled' | 'failed';

export type FetchRow = {
  readonly id: string;
  readonly user_id: string;
  readonly broker: string;
  readonly symbol: string;
  readonly status: FetchStatus;
  readonly page_candles: number;
  readonly from_time: number;
  readonly to_time: number;
  readonly low_page: number;
  readonly next_page: number;
  readonly pages: number;
  readonly pages_done: number;
  readonly fault: string | null;
  readonly gaps: HistoryGaps | null;
  readonly updated_at: Date;
  readonly candles: number;
  readonly first_time: number | null;
  readonly last_time: number | null;
};

const columns = (sql: Sql) => sql`
  h.id, h.user_id, h.broker, h.symbol, h.status, h.page_candles, h.from_time, h.to_time, h.low_page, h.next_page,
  h.pages, h.pages_done, h.fault, h.gaps, h.updated_at, f.candles, f.first_time, f.last_time`;
const tables = (sql: Sql) => sql`history_fetches h JOIN price_files f ON f.id = h.id`;

/** Returns the fetches of a user, the one that changed last first. */
export const listFetches = (sql: Sql, userId: string): Promise<FetchRow[]> => sql<FetchRow[]>`
  SELECT ${columns(sql)} FROM ${tables(sql)} WHERE h.user_id = ${userId} ORDER BY h.updated_at DESC, h.id DESC`;

export async function findFetch(sql: Sql, id: string, userId: string): Promise<FetchRow | null> {
  const [row] = await sql<FetchRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)} WHERE h.id = ${id} AND h.user_id = ${userId}`;
  return row ?? null;
}

type Asset = { readonly userId: string; readonly broker: string; readonly symbol: string };

export async function findFetchOfAsset(sql: Sql, { userId, broker, symbol }: Asset): Promise<FetchRow | null> {
  const [row] = await sql<FetchRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)}
    WHERE h.user_id = ${userId} AND h.broker = ${broker} AND h.symbol = ${symbol}`;
  return row ?? null;
}

/**
 * Returns the users and brokers with fetches that are running, or that have ended and whose gaps are not stored yet.
 */
export const listUnfinishedFetches = (sql: Sql): Promise<{ user_id: string; broker: string }[]> =>
  sql<
    { user_id: string; broker: string }[]
  >`SELECT DISTINCT user_id, broker FROM history_fetches WHERE status = 'running' OR gaps IS NULL`;

/** Returns the oldest fetch of a user at a broker that is running, or has ended and whose gaps are not stored yet. */
export async function findUnfinishedFetch(sql: Sql, userId: string, broker: string): Promise<FetchRow | null> {
  const [row] = await sql<FetchRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)}
    WHERE (h.status = 'running' OR h.gaps IS NULL) AND h.user_id = ${userId} AND h.broker = ${broker}
    ORDER BY h.created_at, h.id LIMIT 1`;
  return row ?? null;
}

/** The span of a fetch and its pages that are still to be fetched. */
export type FetchPlan = {
  readonly pageCandles: number;
  readonly fromTime: number;
  readonly toTime: number;
  readonly lowPage: number;
  readonly nextPage: number;
};

export async function insertFetch(
  tx: Transaction,
  id: string,
  asset: Asset,
  plan: FetchPlan,
  now: Date,
): Promise<void> {
  await tx`
    INSERT INTO history_fetches (id, user_id, broker, symbol, status, page_candles, from_time, to_time, low_page,
                                 next_page, pages, pages_done, created_at, updated_at)
    VALUES (${id}, ${asset.userId}, ${asset.broker}, ${asset.symbol}, 'running', ${plan.pageCandles}, ${plan.fromTime},
            ${plan.toTime}, ${plan.lowPage}, ${plan.nextPage}, ${plan.nextPage - plan.lowPage + 1}, 0, ${now}, ${now})`;
}

/** Resumes a cancelled or failed fetch with its first missing page. */
export async function resumeFetch(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx`
    UPDATE history_fetches SET status = 'running', fault = NULL, updated_at = ${now}
    WHERE id = ${id} AND status <> 'running'`;
}

/** Resumes a completed fetch with the newer pages in the plan. */
export async function extendFetch(tx: Transaction, id: string, plan: FetchPlan, now: Date): Promise<void> {
  await tx`
    UPDATE history_fetches
    SET status = 'running', fault = NULL, to_time = ${plan.toTime}, low_page = ${plan.lowPage},
        next_page = ${plan.nextPage}, pages = ${plan.nextPage - plan.lowPage + 1}, pages_done = 0, updated_at = ${now}
    WHERE id = ${id} AND status = 'done'`;
}

/**
 * Stores that a page is done. The fetch then continues with the page before it.
 * @returns false if the fetch is no longer running, or if another worker has already stored this page as done
 */
export async function storePageDone(tx: Transaction, id: string, page: number, now: Date): Promise<boolean> {
  const { count } = await tx`
    UPDATE history_fetches
    SET next_page = ${page - 1}, pages_done = pages_done + 1, fault = NULL, updated_at = ${now}
    WHERE id = ${id} AND status = 'running' AND next_page = ${page}`;
  return count > 0;
}

/** Stores the reason why the last attempt returned no page. */
export async function recordFault(tx: Transaction, id: string, fault: string, now: Date): Promise<void> {
  await tx`
    UPDATE history_fetches SET fault = ${fault}, updated_at = ${now} WHERE id = ${id} AND status = 'running'`;
}

/** Ends a running fetch. Its gaps must be stored afterwards. */
export async function endFetch(
  tx: Transaction,
  id: string,
  status: Exclude<FetchStatus, 'running'>,
  now: Date,
): Promise<void> {
  await tx`
    UPDATE history_fetches SET status = ${status}, gaps = NULL, updated_at = ${now}
    WHERE id = ${id} AND status = 'running'`;
}

/** Stores the gaps of a fetch that has ended. Returns false if the fetch is running again or was deleted. */
export async function storeFetchGaps(tx: Transaction, id: string, gaps: HistoryGaps): Promise<boolean> {
  const { count } = await tx`
    UPDATE history_fetches SET gaps = ${JSON.stringify(gaps)}::text::jsonb WHERE id = ${id} AND status <> 'running'`;
  return count > 0;
}
