import type { Oddities } from '@vigia/broker-kit/port';

/**
 * The numeric event codes of the protocol (docs/spec/brokers/olymptrade.md §2). They are in one table, because the
 * broker may renumber them.
 */
export const EVENT_CODE = {
  tick: 1,
  candles: 10,
  watch: 12,
  unwatch: 13,
  interim: 21,
  accepted: 22,
  open: 23,
  closed: 26,
  openDeals: 31,
  balances: 55,
  pairs: 70,
  payoutUpdate: 72,
  limits: 75,
  ping: 90,
  subscribe: 98,
  instruments: 1054,
  payouts: 182,
  payoutsUpdate: 183,
  stocks: 2223,
  watchToo: 280,
  unwatchToo: 281,
} as const;

/**
 * Event codes whose messages the adapter ignores: features, trends, sentiment, forex deals and others. It subscribes to
 * them only because the broker's own web client does so (`STARTUP_SUBSCRIPTIONS`).
 */
const IGNORED_CODES: ReadonlySet<number> = new Set([
  73, 110, 111, 112, 126, 140, 141, 150, 151, 152, 220, 230, 231, 241, 601, 602, 700, 1037, 1038, 1039, 1055, 1076,
  1097, 1301, 2076, 2301,
]);

/** Range of codes of messages that may report orders: the codes around the known codes of deals. */
const ORDER_CODES = { first: 20, last: 39 };

const KNOWN: ReadonlySet<number> = new Set([...IGNORED_CODES, ...Object.values(EVENT_CODE)]);

/** Counts a message if the adapter neither reads its code nor deliberately ignores it. */
export function countUnknownMessage(code: number, oddities: Oddities | undefined): void {
  if (KNOWN.has(code)) return;
  oddities?.unknown(`event-${code}`, code >= ORDER_CODES.first && code <= ORDER_CODES.last);
}

/** Value of `t` in a request. Replies have 3, and pushed messages have 1 or no `t`. A reply is matched by its uuid. */
export const REQUEST = 2;

/**
 * The subscriptions of the broker's web client at its start, group by group (captured 2025-07). Only older clients in
 * the known sources request the last group, pairs and deals of fixed-time trading.
 */
export const STARTUP_SUBSCRIPTIONS: readonly (readonly number[])[] = [
  [220],
  [110, 700, 112, 140, 1038, 1037, 1039, 141, 22, 26, 111],
  [1054, 1076, 1301, 1097],
  [141, 241],
  [230, 231],
  [75],
  [1055],
  [2223, 2301, 55, 150, 152, 151, 126, 602, 601],
  [2076],
  [126],
  [70, 72, 73, 183, 21],
];
