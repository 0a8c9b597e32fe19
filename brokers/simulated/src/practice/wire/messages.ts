import { z } from 'zod';

/** The practice broker's own protocol: JSON in both directions, money as decimal text, times in epoch milliseconds. */

export const signedIn = z.object({ token: z.string() });

export const signInRefused = z.object({ error: z.string(), retry_after_s: z.number().optional() });

const account = z.object({
  account: z.string(),
  kind: z.enum(['demo', 'real']),
  currency: z.string(),
  balance: z.string(),
});
export const accounts = z.array(account);
export type WireAccount = z.infer<typeof account>;

const asset = z.object({
  symbol: z.string(),
  name: z.string(),
  type: z.enum(['forex', 'crypto', 'commodities', 'indices', 'stocks']),
  decimals: z.number().int(),
  open: z.boolean(),
  seconds: z.array(z.number().int()),
  payout_percent: z.number(),
  min_stake: z.string(),
  max_stake: z.string(),
});
export const assets = z.array(asset);
export type WireAsset = z.infer<typeof asset>;

export const contract = z.object({
  contract: z.string(),
  account: z.string(),
  symbol: z.string(),
  side: z.enum(['up', 'down']),
  stake: z.string(),
  payout_percent: z.number(),
  entry_price: z.number(),
  entry_tick_ms: z.number().int(),
  opened_ms: z.number().int(),
  expiry_ms: z.number().int(),
  end: z
    .object({
      outcome: z.enum(['won', 'lost', 'tie']),
      profit: z.string(),
      price: z.number(),
      tick_ms: z.number().int(),
      settled_ms: z.number().int(),
    })
    .nullable(),
});
/** Rows are validated one by one, so that one unreadable row does not make the others unreadable. */
export const contracts = z.array(z.unknown());
/** The fields that distinguish contracts. A field that cannot be read is null. */
export const partialContract = z.object({
  contract: z.string().nullable().catch(null),
  opened_ms: z.number().nullable().catch(null),
});
export type WireContract = z.infer<typeof contract>;

export const time = z.object({ now_ms: z.number().int() });
export const noData = z.null();
/** Ticks as `[time in ms, price]`, ascending. */
export const ticks = z.array(z.tuple([z.number(), z.number()]));
/** Candles as `[open time in s, open, high, low, close]`, ascending. */
export const candles = z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]));

const reply = z.union([
  z.object({ id: z.number().int(), data: z.unknown() }),
  z.object({ id: z.number().int(), error: z.string() }),
]);
const push = z.discriminatedUnion('event', [
  z.object({ event: z.literal('accounts'), data: accounts }),
  z.object({ event: z.literal('assets'), data: assets }),
  z.object({ event: z.literal('contract'), data: contract }),
  z.object({ event: z.literal('tick'), symbol: z.string(), data: z.tuple([z.number(), z.number()]) }),
]);
export const frame = z.union([push, reply]);
export type Reply = { readonly id: number; readonly data: unknown } | { readonly id: number; readonly error: string };
export type Push = z.infer<typeof push>;

/** The calls of the protocol, by name. */
export type Call =
  | { readonly call: 'accounts' | 'assets' | 'time' }
  | {
      readonly call: 'order';
      readonly account: string;
      readonly symbol: string;
      readonly side: 'up' | 'down';
      readonly stake: string;
      readonly seconds: number;
    }
  | { readonly call: 'contracts'; readonly account: string; readonly since_ms: number }
  | { readonly call: 'subscribe' | 'unsubscribe'; readonly symbol: string }
  | { readonly call: 'ticks'; readonly symbol: string; readonly from_ms: number; readonly to_ms: number }
  | {
      readonly call: 'candles';
      readonly symbol: string;
      readonly seconds: number;
      readonly from_ms: number;
      readonly to_ms: number;
    };
