import type { NotificationsRead, NotificationsUnread } from '@vigia/contract';
import type { Sql } from '#platform/persistence/database.ts';

/** A stored notification. `params` has the shape of its kind (`to-view.ts`). */
export type NotificationRow = {
  readonly id: number;
  readonly user_id: string;
  /** A kind of the contract. A newer version of the server may have written another one. */
  readonly kind: string;
  readonly subject: string;
  readonly params: unknown;
  readonly created_at: Date;
  readonly read_at: Date | null;
};

type Page = { readonly limit: number; readonly before: number | null; readonly kinds: readonly string[] | null };

/** Reads a page of the user's notifications, newest first. */
export const findPage = (sql: Sql, userId: string, { limit, before, kinds }: Page): Promise<NotificationRow[]> =>
  sql<NotificationRow[]>`
    SELECT id, user_id, kind, subject, params, created_at, read_at FROM notifications
    WHERE user_id = ${userId} ${before === null ? sql`` : sql`AND id < ${before}`}
      ${kinds === null ? sql`` : sql`AND kind = ANY(${[...kinds]})`}
    ORDER BY id DESC LIMIT ${limit}`;

/** Reads the newest notifications of several users since a time, in their order. */
export const findSince = (sql: Sql, userIds: readonly string[], sinceMs: number, most: number) =>
  sql<NotificationRow[]>`
    SELECT n.* FROM unnest(${[...userIds]}::uuid[]) AS u(id)
    CROSS JOIN LATERAL (
      SELECT id, user_id, kind, subject, params, created_at, read_at FROM notifications
      WHERE user_id = u.id AND created_at >= ${new Date(sinceMs)} ORDER BY id DESC LIMIT ${most}) n
    ORDER BY n.id`;

/** Counts the unread notifications of a user, who has at most a few thousand. */
export async function countUnread(sql: Sql, userId: string): Promise<NotificationsUnread> {
  const [row] = await sql<[NotificationsUnread]>`
    SELECT (count(*) FILTER (WHERE read_at IS NULL))::int AS unread, max(id) AS latest_id
    FROM notifications WHERE user_id = ${userId}`;
  return row;
}

/**
 * Marks notifications of the user as read. A notification that is read keeps its time.
 * @returns false if there was none to mark
 */
export async function markRead(
  sql: Sql,
  userId: string,
  { ids, scope }: NotificationsRead,
  nowMs: number,
): Promise<boolean> {
  const { count } = await sql`
    UPDATE notifications SET read_at = ${new Date(nowMs)}
    WHERE user_id = ${userId} AND read_at IS NULL AND ${scope === 'these' ? sql`id = ANY(${[...ids]})` : sql`id <= ${Math.max(...ids)}`}`;
  return count > 0;
}

/** The upkeep runs every hour. A list grows only with a new notification, so older lists need no look. */
const LATELY_MS = 3 * 60 * 60_000;

/**
 * Deletes notifications from before a time, and those beyond the newest `most` of each user who got one in the last
 * three hours.
 */
export async function deleteOld(sql: Sql, nowMs: number, keptMs: number, most: number): Promise<void> {
  await sql`DELETE FROM notifications WHERE created_at < ${new Date(nowMs - keptMs)}`;
  const beyond = await sql<{ user_id: string; last_id: string }[]>`
    SELECT u.user_id, l.id::text AS last_id
    FROM (SELECT DISTINCT user_id FROM notifications WHERE created_at >= ${new Date(nowMs - LATELY_MS)}) u,
         LATERAL (SELECT id FROM notifications n WHERE n.user_id = u.user_id
                  ORDER BY id DESC OFFSET ${most} LIMIT 1) l`;
  for (const { user_id: userId, last_id: lastId } of beyond)
    await sql`DELETE FROM notifications WHERE user_id = ${userId} AND id <= ${lastId}::bigint`;
}

/** Counts the unread notifications of several users. A user without unread notifications is absent. */
export async function countUnreadOf(sql: Sql, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ user_id: string; unread: number }[]>`
    SELECT user_id, count(*)::int AS unread FROM notifications
    WHERE user_id = ANY(${[...userIds]}::uuid[]) AND read_at IS NULL GROUP BY user_id`;
  return new Map(rows.map(({ user_id: userId, unread }) => [userId, unread]));
}
