/**
 * Names of the events that the adapter sends. All event names of Quotex's socket are in this file, from community
 * sources (see README). The broker has renamed events before (`buyOption` → `orders/open`, `candleHistory` →
 * `history/load`); after another renaming only this file must change.
 */
export const SENT_EVENTS = {
  authorize: 'authorization',
  heartbeat: 'tick',
  indicators: 'indicator/list',
  drawings: 'drawing/load',
  pending: 'pending/list',
  instruments: 'instruments/get',
  subscribe: 'instruments/update',
  chart: 'chart_notification/get',
  follow: 'depth/follow',
  unsubscribe: 'instruments/unsubscribe',
  unfollow: 'depth/unfollow',
  history: 'history/load',
  changeAccount: 'account/change',
  refillDemo: 'demo/refill',
  select: 'instruments/follow',
  open: 'orders/open',
} as const;

/** Topic of a broker message. */
export type Topic =
  | 'authorized'
  | 'rejected'
  | 'account_changed'
  | 'balance'
  | 'profile'
  | 'instruments'
  | 'quotes'
  | 'history'
  | 'order_opened'
  | 'order_refused'
  | 'orders_closed'
  | 'open_list'
  | 'closed_list';

const TOPICS: ReadonlyMap<string, Topic> = new Map<string, Topic>([
  ['s_authorization', 'authorized'],
  ['authorization/reject', 'rejected'],
  ['s_account/change', 'account_changed'],
  ['s_balance', 'balance'],
  ['balance', 'balance'],
  ['s_balance/list', 'balance'],
  ['balance/list', 'balance'],
  ['settings/list', 'profile'],
  ['instruments/list', 'instruments'],
  ['quotes/stream', 'quotes'],
  ['history/list/v2', 'history'],
  ['history/load', 'history'],
  ['s_orders/open', 'order_opened'],
  ['f_orders/open', 'order_refused'],
  ['s_orders/close', 'orders_closed'],
  ['orders/opened/list', 'open_list'],
  ['orders/closed/list', 'closed_list'],
]);

/**
 * Events that the broker sends to its own trade page and that this adapter does not need, according to community
 * sources.
 */
const IGNORED: ReadonlySet<string> = new Set([
  'depth/change',
  'chart_notification/list',
  'chart_notification/get',
  'indicator/list',
  'drawing/load',
  'pending/list',
  's_pending/list',
  'trader/sentiment',
  'tournament/list',
  'news/list',
  'tick',
  'time/update',
]);

export const isIgnored = (name: string): boolean => IGNORED.has(name);

/** Returns whether events of this name report orders. */
export const isAboutOrders = (name: string): boolean => /order|deal|trade/i.test(name) && !/trader/i.test(name);

/** Returns the topic of an event name; null for an event that the adapter does not use. */
export const topicOf = (name: string): Topic | null => TOPICS.get(name) ?? null;
