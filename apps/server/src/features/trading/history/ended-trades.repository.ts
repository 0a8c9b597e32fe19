import type { TradeFilter } from '@vigia/contract';
import type { PageCursor } from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { tradeColumns } from '../trade.repository.ts';
import type { TradeRow } from '../trade-row.ts';

export type EndedTradeRow = TradeRow & { readonly settled_at: Date; readonly profit_minor: number };

/**
 * An ended trade with the local times of its entry and its end in its owner's time zone, such as `2026-11-21 08:30:00`.
 */
export type EndedTradeRowWithLocalTimes = EndedTradeRow & {
  readonly entry_local: string;
  readonly settled_local: string;
  readonly time_zone: string;
};

/**
 * Earliest time in milliseconds that a filter may use. PostgreSQL has no year zero, and no trade is older than the
 * epoch.
 */
const EARLIEST_MS = 0;
const moment = (iso: string): Date => new Date(Math.max(EARLIEST_MS, Date.parse(iso)));

/** Returns a further SQL condition of the trade `t`, or nothing if it does not apply. */
const andIf = (sql: Sql, isAsked: boolean, condition: () => ReturnType<Sql>) => (isAsked ? condition() : sql``);

/** Returns a further SQL condition: the trade `t` has this result. */
export const hasResult = (sql: Sql, { result }: Pick<TradeFilter, 'result'>) =>
  andIf(sql, result !== undefined, () => sql`AND t.status = ${result ?? ''}`);

/** Returns a further SQL condition: the trade `t` ended in this period. */
export const settledInPeriod = (sql: Sql, { from, to }: Pick<TradeFilter, 'from' | 'to'>) => sql`
  ${andIf(sql, from !== undefined, () => sql`AND t.settled_at >= ${moment(from ?? '')}`)}
  ${andIf(sql, to !== undefined, () => sql`AND t.settled_at < ${moment(to ?? '')}`)}`;

/** Returns a further SQL condition: the user has put this tag on the trade `t`. */
const hasTag = (sql: Sql, userId: string, { tag }: Pick<TradeFilter, 'tag'>) =>
  andIf(
    sql,
    tag !== undefined,
    () => sql`AND t.id IN (
      SELECT n.trade_id FROM trade_notes n WHERE n.user_id = ${userId} AND ${tag ?? ''} = ANY (n.tags))`,
  );

/** Returns an SQL condition: the trade `t` has ended, belongs to this user and matches the filter. */
export function endedTrades(sql: Sql, userId: string, filter: TradeFilter) {
  const { symbol, direction, account, currency, mode, origin } = filter;
  const and = (isAsked: boolean, condition: () => ReturnType<Sql>) => andIf(sql, isAsked, condition);
  return sql`t.user_id = ${userId} AND t.status <> 'active'
    ${and(symbol !== undefined, () => sql`AND t.symbol = ${symbol ?? ''}`)}
    ${and(direction !== undefined, () => sql`AND t.direction = ${direction ?? ''}`)}
    ${hasResult(sql, filter)}
    ${and(account !== undefined, () => sql`AND t.account = ${account ?? ''}`)}
    ${and(currency !== undefined, () => sql`AND t.currency = ${currency ?? ''}`)}
    ${and(mode !== undefined, () => sql`AND t.mode = ${mode ?? ''}`)}
    ${and(origin !== undefined, () => sql`AND t.origin = ${origin ?? ''}`)}
    ${hasTag(sql, userId, filter)}
    ${settledInPeriod(sql, filter)}`;
}

/** Returns the page position of an ended trade of this user; null if the user has no such trade or it has not ended. */
export async function findEndPosition(sql: Sql, userId: string, id: string): Promise<PageCursor | null> {
  const rows = await sql<PageCursor[]>`
    SELECT settled_at AS at, id FROM trades WHERE id = ${id} AND user_id = ${userId} AND status <> 'active'`;
  return rows[0] ?? null;
}

/** Returns a query of ended trades before a position, newest first. The query runs when it is awaited. */
export function historyPage(sql: Sql, userId: string, filter: TradeFilter, before: PageCursor | null, limit: number) {
  const isBefore = before === null ? sql`` : sql`AND (t.settled_at, t.id) < (${before.at}, ${before.id}::uuid)`;
  const page = sql`${isBefore} ORDER BY t.settled_at DESC, t.id DESC LIMIT ${limit}`;
  return sql<EndedTradeRow[]>`
    SELECT ${tradeColumns(sql)} FROM ${pageOfEachPurse(sql, userId, filter, page)} t
    ORDER BY t.settled_at DESC, t.id DESC LIMIT ${limit}`;
}

/** Returns a query of trades that ended after a position and before `until`, oldest first. */
export function settledPage(
  sql: Sql,
  userId: string,
  filter: TradeFilter,
  { after, until, limit }: { readonly after: PageCursor; readonly until: Date; readonly limit: number },
) {
  const local = (column: 'entry_time' | 'settled_at') =>
    sql`to_char(t.${sql(column)} AT TIME ZONE s.time_zone, 'YYYY-MM-DD HH24:MI:SS')`;
  const page = sql`
    AND t.settled_at < ${until} AND (t.settled_at, t.id) > (${after.at}, ${after.id}::uuid)
    ORDER BY t.settled_at, t.id LIMIT ${limit}`;
  return sql<EndedTradeRowWithLocalTimes[]>`
    SELECT ${tradeColumns(sql)}, s.time_zone,
           ${local('entry_time')} AS entry_local, ${local('settled_at')} AS settled_local
    FROM ${pageOfEachPurse(sql, userId, filter, page)} t JOIN user_settings s ON s.user_id = t.user_id
    ORDER BY t.settled_at, t.id LIMIT ${limit}`;
}

/**
 * Returns an SQL table expression with a page of ended trades for each purse (kind of money and currency) of a user.
 * The index of ended trades is sorted within one purse, so each purse is read separately; a user has few purses.
 */
const pageOfEachPurse = (sql: Sql, userId: string, filter: TradeFilter, page: ReturnType<Sql>) => sql`
  (SELECT ended.* FROM (SELECT DISTINCT kind, currency FROM accounts WHERE user_id = ${userId}) purse
   CROSS JOIN LATERAL (
     SELECT t.* FROM trades t
     WHERE t.account = purse.kind AND t.currency = purse.currency AND ${endedTrades(sql, userId, filter)} ${page}
   ) ended)`;
