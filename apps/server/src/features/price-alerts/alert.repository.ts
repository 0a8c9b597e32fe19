import type { PriceAlertBody, PriceAlertView } from '@vigia/contract';
import type { PriceSource } from '@vigia/core/vocabulary';
import { lockSubject } from '#platform/persistence/advisory-locks.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { WaitingAlert } from './alert-book.ts';

type AlertRow = Omit<PriceAlertView, 'created_at' | 'fired_at'> & {
  readonly user_id: string;
  readonly created_at: Date;
  readonly fired_at: Date | null;
};

/** Time in milliseconds for which a fired alert stays in the list. */
const FIRED_SHOWN_MS = 7 * 24 * 60 * 60_000;

/** Locks the alerts of a user until the transaction ends, so that concurrent additions cannot exceed the limit. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await lockSubject(tx, 'price-alerts', userId);
}

/** Returns the user's waiting alerts, and those that fired within seven days, newest first. */
export async function listAlerts(sql: Sql, userId: string, nowMs: number): Promise<PriceAlertView[]> {
  const rows = await sql<AlertRow[]>`
    SELECT * FROM price_alerts
    WHERE user_id = ${userId} AND (fired_at IS NULL OR fired_at > ${new Date(nowMs - FIRED_SHOWN_MS)})
    ORDER BY created_at DESC, id`;
  return rows.map(toView);
}

export async function countWaitingAlerts(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*)::int AS count FROM price_alerts WHERE user_id = ${userId} AND fired_at IS NULL`;
  return row.count;
}

export async function findAlert(sql: Sql, id: string) {
  const [row] = await sql<AlertRow[]>`SELECT * FROM price_alerts WHERE id = ${id}`;
  return row === undefined ? null : { userId: row.user_id, view: toView(row) };
}

/** Stores a new alert, and deletes the user's alerts that fired long ago. */
export async function insertAlert(
  tx: Transaction,
  { id, userId, source }: { readonly id: string; readonly userId: string; readonly source: PriceSource },
  { symbol, direction, level }: PriceAlertBody,
  nowMs: number,
): Promise<PriceAlertView> {
  await tx`DELETE FROM price_alerts WHERE user_id = ${userId} AND fired_at < ${new Date(nowMs - FIRED_SHOWN_MS)}`;
  const [row] = await tx<[AlertRow]>`
    INSERT INTO price_alerts (id, user_id, symbol, source, direction, level, created_at)
    VALUES (${id}, ${userId}, ${symbol}, ${source}, ${direction}, ${level}, ${new Date(nowMs)}) RETURNING *`;
  return toView(row);
}

/** Deletes an alert. @returns false if the user has no such alert */
export async function deleteAlert(sql: Sql, userId: string, id: string): Promise<boolean> {
  const { count } = await sql`DELETE FROM price_alerts WHERE id = ${id} AND user_id = ${userId}`;
  return count > 0;
}

/** Reads all alerts that wait for their price, of all users. */
export async function readWaitingAlerts(sql: Sql): Promise<WaitingAlert[]> {
  const rows = await sql<AlertRow[]>`SELECT * FROM price_alerts WHERE fired_at IS NULL ORDER BY created_at, id`;
  return rows.map(({ id, user_id: userId, source, symbol, direction, level }) => {
    return { id, userId, source, symbol, direction, level };
  });
}

/** The price that fired an alert, and its time. */
export type FiredAlert = { readonly id: string; readonly price: number; readonly atMs: number };

/**
 * Stores that alerts fired; a trigger notifies their users in the same transaction. Alerts that fired before, perhaps
 * in another process, stay as they are.
 */
export async function fireAlerts(sql: Sql, firings: readonly FiredAlert[]): Promise<void> {
  await sql`
    UPDATE price_alerts a SET fired_at = f.at, fired_price = f.price
    FROM unnest(${firings.map(({ id }) => id)}::uuid[], ${firings.map(({ price }) => price)}::float8[],
                ${firings.map(({ atMs }) => new Date(atMs))}::timestamptz[]) AS f(id, price, at)
    WHERE a.id = f.id AND a.fired_at IS NULL`;
}

const toView = ({ user_id: _userId, created_at, fired_at, ...row }: AlertRow): PriceAlertView => ({
  id: row.id,
  symbol: row.symbol,
  source: row.source,
  direction: row.direction,
  level: row.level,
  created_at: created_at.toISOString(),
  fired_at: fired_at?.toISOString() ?? null,
  fired_price: row.fired_price,
});
