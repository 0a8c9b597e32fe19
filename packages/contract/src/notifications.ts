import { AUTOMATION_KINDS, DIRECTIONS, LIMITS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol, CurrencyCode, Instant, Money } from './common.ts';

/** Topics of notifications, and the kinds that belong to each. A user filters and switches by topic. */
export const NOTIFICATION_KINDS = {
  settled: ['trade_ended'],
  order: ['order_in_doubt', 'order_resolved'],
  signal: ['signal'],
  opened: ['automation_opened'],
  automation: ['automation_refused', 'automation_resting'],
  stopped: ['automation_stopped', 'real_closed'],
  limit: ['limit_reached'],
  price: ['price_alert'],
  connection: ['broker_lost', 'broker_back', 'broker_expiring', 'feed_lost', 'feed_back', 'channel_failed'],
  security: ['new_sign_in', 'chat_linked'],
} as const;
export type NotificationTopic = keyof typeof NOTIFICATION_KINDS;
export const NOTIFICATION_TOPICS = [
  'settled',
  'order',
  'signal',
  'opened',
  'automation',
  'stopped',
  'limit',
  'price',
  'connection',
  'security',
] as const satisfies readonly NotificationTopic[];

/** The ways to reach a user while the app is closed. */
export const REACH_CHANNELS = ['push', 'email', 'telegram', 'webhook'] as const;
export type ReachChannel = (typeof REACH_CHANNELS)[number];

/** Position of a notification in the order of its user. Later notifications have higher ids. */
const NotificationId = z
  .number()
  .int()
  .min(1)
  .meta({ examples: [4711] });
const COMMON = { id: NotificationId, created_at: Instant, is_read: z.boolean() };
const ASSET = { symbol: AssetSymbol, direction: z.enum(DIRECTIONS) };
const AUTOMATION = { automation: z.enum(AUTOMATION_KINDS), name: z.string(), ...ASSET };

/** A broker, by its id and its display name. */
const NAMED = { broker: z.string(), name: z.string() };

const orderNews = <Kind extends 'order_in_doubt' | 'order_resolved'>(kind: Kind) =>
  z.object({ kind: z.literal(kind), ...COMMON, trade_id: z.uuid(), ...ASSET });

const brokerNews = <Kind extends 'broker_lost' | 'broker_back'>(kind: Kind) =>
  z.object({ kind: z.literal(kind), ...COMMON, ...NAMED });

const feedNews = <Kind extends 'feed_lost' | 'feed_back'>(kind: Kind) =>
  z.object({ kind: z.literal(kind), ...COMMON, source: z.string(), name: z.string() });

const refusalNews = <Kind extends 'automation_refused' | 'automation_resting' | 'automation_stopped'>(kind: Kind) =>
  z.object({
    kind: z.literal(kind),
    ...COMMON,
    automation_id: z.uuid(),
    ...AUTOMATION,
    /** Error code of the refusal. */
    code: z.string(),
    /** The reason as a Spanish sentence. */
    message: z.string(),
  });

/**
 * A notification, by kind. `order_in_doubt`: the broker did not answer an order. `automation_resting`: a limit of the
 * automation itself prevents its orders until the limit resets. `automation_stopped`: it trades again only after the
 * user has switched it on. `real_closed`: the rules lost a condition of real money and went back to demo.
 * `limit_reached`: a limit of the account prevented an order, by hand or automatic. `feed_lost`: prices that the user's
 * running automations read are missing. `channel_failed`: a message on another channel could not be delivered.
 * `new_sign_in`: a sign-in from a browser and system that the account did not have before. `chat_linked`: a chat at
 * Telegram was connected to the account. `price_alert`: a price reached the level of an alert of the user.
 */
export const NotificationView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('trade_ended'),
    ...COMMON,
    trade_id: z.uuid(),
    ...ASSET,
    status: z.enum(['won', 'lost', 'expired', 'cancelled']),
    profit: Money,
    currency: CurrencyCode,
    /** Whether the trade was sold before its expiry. */
    is_sold: z.boolean(),
    /** Whether the outcome at the broker stays unknown. */
    is_unclear: z.boolean(),
  }),
  orderNews('order_in_doubt'),
  orderNews('order_resolved'),
  z.object({
    kind: z.literal('signal'),
    ...COMMON,
    signal_id: z.uuid(),
    ...AUTOMATION,
    entry_price: z.number(),
    expires_at: Instant,
  }),
  z.object({
    kind: z.literal('automation_opened'),
    ...COMMON,
    trade_id: z.uuid(),
    ...AUTOMATION,
    stake: Money,
    currency: CurrencyCode,
    expires_at: Instant,
  }),
  refusalNews('automation_refused'),
  refusalNews('automation_resting'),
  refusalNews('automation_stopped'),
  z.object({ kind: z.literal('real_closed'), ...COMMON, name: z.string(), why: z.string() }),
  z.object({
    kind: z.literal('limit_reached'),
    ...COMMON,
    symbol: AssetSymbol,
    code: z.string(),
    message: z.string(),
    resets_at: Instant,
  }),
  brokerNews('broker_lost'),
  brokerNews('broker_back'),
  z.object({ kind: z.literal('broker_expiring'), ...COMMON, ...NAMED, expires_at: Instant }),
  feedNews('feed_lost'),
  feedNews('feed_back'),
  z.object({ kind: z.literal('channel_failed'), ...COMMON, channel: z.enum(REACH_CHANNELS) }),
  z.object({ kind: z.literal('new_sign_in'), ...COMMON, user_agent: z.string().nullable(), ip: z.string().nullable() }),
  z.object({ kind: z.literal('chat_linked'), ...COMMON, name: z.string() }),
  z.object({
    kind: z.literal('price_alert'),
    ...COMMON,
    alert_id: z.uuid(),
    symbol: AssetSymbol,
    /** Side to which the price went. */
    crossed: z.enum(['up', 'down']),
    level: z.number(),
    /** Price that fired the alert: on the level or past it. */
    price: z.number(),
  }),
]);
export type NotificationView = z.infer<typeof NotificationView>;
export type NotificationKind = NotificationView['kind'];

/** Query of `GET /api/v1/notifications`. `before` continues with the notifications before this id. */
export const NotificationsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIMITS.notificationsKept).default(LIMITS.notificationsKept),
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  topic: z.enum(NOTIFICATION_TOPICS).optional(),
});
export type NotificationsQuery = z.infer<typeof NotificationsQuery>;

/** Counts of a user's notifications. `latest_id` is null if the user has none. */
export const NotificationsUnread = z.object({ unread: z.number().int().min(0), latest_id: NotificationId.nullable() });
export type NotificationsUnread = z.infer<typeof NotificationsUnread>;

/** Largest number of notifications that one request marks as read by their ids. */
const READ_AT_ONCE = 100;

/**
 * Body of `POST /api/v1/notifications/read`. `up_to` marks all notifications up to the highest id, `these` only the
 * ids.
 */
export const NotificationsRead = z
  .strictObject({
    ids: z.array(NotificationId.max(Number.MAX_SAFE_INTEGER)).min(1).max(READ_AT_ONCE),
    scope: z.enum(['these', 'up_to']),
  })
  .meta({ examples: [{ ids: [4711], scope: 'up_to' }] });
export type NotificationsRead = z.infer<typeof NotificationsRead>;
