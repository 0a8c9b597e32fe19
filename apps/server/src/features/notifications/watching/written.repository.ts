import type { BrokerId, PriceSource } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';

/** A limit that prevented an order, with the values of its message. */
export type ReachedLimit = {
  readonly userId: string;
  readonly symbol: string;
  readonly code: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** ISO 8601 instant at which the limit resets. */
  readonly resetsAt: string;
};

/**
 * Writes that a limit prevented a manual order. Later orders before the reset add nothing.
 * @returns the users with a new notification
 */
export const writeReachedLimit = (sql: Sql, { userId, symbol, code, values, resetsAt }: ReachedLimit, nowMs: number) =>
  sql<{ user_id: string }[]>`
    INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
    SELECT id, 'limit_reached', limit_event(${code}, ${resetsAt}, ${sql.json(values)}::jsonb), ${code},
           ${sql.json({ symbol, code, values, resets_at: resetsAt })}, ${new Date(nowMs)}
    FROM users WHERE id = ${userId}
    ON CONFLICT (user_id, event) DO NOTHING RETURNING user_id`;

export type ConnectionOfUser = { readonly userId: string; readonly broker: BrokerId; readonly name: string };

/**
 * Writes that a wanted broker connection is lost, or back, unless the last such notification says the same. The event
 * names the notification before it, so that two processes write one row.
 */
export const writeConnectionChange = (
  sql: Sql,
  { userId, broker, name }: ConnectionOfUser,
  kind: 'broker_lost' | 'broker_back',
  nowMs: number,
) => sql<{ user_id: string }[]>`
  INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
  SELECT c.user_id, ${kind}, concat_ws(' ', ${kind}::text, c.broker, coalesce(last.id, 0)), c.broker,
         ${sql.json({ broker, name })}, ${new Date(nowMs)}
  FROM broker_connections c LEFT JOIN LATERAL (
    SELECT id, kind FROM notifications
    WHERE user_id = c.user_id AND kind IN ('broker_lost', 'broker_back') AND subject = c.broker
    ORDER BY id DESC LIMIT 1) last ON true
  WHERE c.user_id = ${userId} AND c.broker = ${broker} AND c.is_wanted
    AND coalesce(last.kind, 'broker_back') <> ${kind}
  ON CONFLICT (user_id, event) DO NOTHING RETURNING user_id`;

/** Writes once for each session that it ends soon. */
export const writeExpiringSession = (
  sql: Sql,
  { userId, broker, name }: ConnectionOfUser,
  expiresAt: string,
  nowMs: number,
) =>
  sql<{ user_id: string }[]>`
    INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
    SELECT id, 'broker_expiring', concat_ws(' ', 'broker_expiring', ${broker}::text, ${expiresAt}::text), ${broker},
           ${sql.json({ broker, name, expires_at: expiresAt })}, ${new Date(nowMs)}
    FROM users WHERE id = ${userId}
    ON CONFLICT (user_id, event) DO NOTHING RETURNING user_id`;

/** A source, its display name, and the source that automations without a choice read. */
export type FeedNews = { readonly source: PriceSource; readonly name: string; readonly own: PriceSource };

/** Writes that a price source is lost, or back, for the users whose running automations read it. */
export const writeSourceChange = (
  sql: Sql,
  { source, name, own }: FeedNews,
  kind: 'feed_lost' | 'feed_back',
  nowMs: number,
) =>
  sql<{ user_id: string }[]>`
    INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
    SELECT r.user_id, ${kind}, concat_ws(' ', ${kind}::text, ${source}::text, coalesce(last.id, 0)), ${source},
           ${sql.json({ source, name })}, ${new Date(nowMs)}
    FROM (
      SELECT user_id, price_source FROM pcr_setups
      WHERE is_active AND auto_trade AND archived_at IS NULL AND user_id IS NOT NULL
      UNION SELECT user_id, price_source FROM strategies
      WHERE status = 'active' AND auto_trade AND archived_at IS NULL) r
    JOIN user_settings s ON s.user_id = r.user_id
    LEFT JOIN LATERAL (
      SELECT id, kind FROM notifications
      WHERE user_id = r.user_id AND kind IN ('feed_lost', 'feed_back') AND subject = ${source}
      ORDER BY id DESC LIMIT 1) last ON true
    WHERE coalesce(r.price_source, s.chosen_broker, s.market_source, ${own}) = ${source}
      AND coalesce(last.kind, 'feed_back') <> ${kind}
    ON CONFLICT (user_id, event) DO NOTHING RETURNING user_id`;
