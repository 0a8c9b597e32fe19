import { z } from 'zod';

/**
 * The fields that the adapter reads from each message; rows contain more fields. If sources disagree about the name of
 * a field, both names are accepted.
 */

const Id = z.union([z.number(), z.string()]).transform(String);
const Amount = z.coerce.number().refine(Number.isFinite);
const Flag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean);

/** Event 55, one account of the login (captured). No captured message contains a currency. */
export const BalanceRow = z.object({
  account_id: Id,
  group: z.enum(['real', 'demo']),
  amount: Amount,
  currency: z.string().optional(),
});
export type BalanceRow = z.output<typeof BalanceRow>;

/** Event 75, stake limits by lower-case currency (captured). */
export const Limits = z.record(z.string(), z.object({ min: Amount, max: Amount }));
export type Limits = z.output<typeof Limits>;

/**
 * Event 70, one pair of fixed-time deals; durations in seconds, `winperc` in percent. Also events 1054 and 2223, an
 * instrument of another kind of deals; its name, precision and opening hours are used for the pair.
 */
export const PairRow = z
  .object({
    id: z.string().optional(),
    name: z.string().optional(),
    title: z.string().optional(),
    group: z.string().optional(),
    precision: z.number().int().min(0).max(10).optional(),
    winperc: Amount.optional(),
    min_duration: Amount.optional(),
    max_duration: Amount.optional(),
    min_amount: Amount.optional(),
    max_amount: Amount.optional(),
    locked: Flag.optional(),
    locked_trading: Flag.optional(),
    active: Flag.optional(),
  })
  .transform(({ id, name, ...row }, context) => {
    const pair = id ?? name;
    if (pair === undefined) {
      context.addIssue({ code: 'custom', message: 'a pair has a name' });
      return z.NEVER;
    }
    return { pair, ...row };
  });
export type PairRow = z.output<typeof PairRow>;

/** The payout in percent of the stake: `winperc` in event 72, `profitability` in events 182 and 183. */
export const PayoutRow = z
  .object({ pair: z.string(), winperc: Amount.optional(), profitability: Amount.optional() })
  .transform(({ pair, winperc, profitability }) => ({ pair, percent: profitability ?? winperc }));

/** Event 1, a tick. `t` is in epoch seconds with a fraction. */
export const TickRow = z.object({ p: z.string(), t: z.number(), q: z.number() });

const CandleRow = z.object({
  t: z.number().optional(),
  time: z.number().optional(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
});
/** Reply to event 10, a request for candles. */
export const CandlesRow = z.object({ p: z.string().optional(), candles: z.array(CandleRow) });

/**
 * A deal in the reply to event 23, in events 22, 26 and 31 and in the history. Every field but the id may be missing.
 * Times are in epoch seconds, `winperc` is in percent, and `balance_change` is net of the stake.
 */
export const DealRow = z.object({
  id: Id,
  status: z.string().optional(),
  pair: z.string().optional(),
  dir: z.enum(['up', 'down']).optional(),
  amount: Amount.optional(),
  winperc: Amount.optional(),
  duration: Amount.optional(),
  account_id: Id.optional(),
  time_open: Amount.optional(),
  time_close: Amount.optional(),
  curs_open: Amount.nullish(),
  curs_close: Amount.nullish(),
  balance_change: Amount.nullish(),
});
export type DealRow = z.output<typeof DealRow>;

/** The terms of a deal. Each field is read separately, so that an invalid field does not affect the others. */
const TermsRow = z
  .object({
    id: Id.nullable().catch(null),
    pair: z.string().nullable().catch(null),
    dir: z.enum(['up', 'down']).nullable().catch(null),
    amount: Amount.nullable().catch(null),
    time_open: Amount.nullable().catch(null),
  })
  .partial();
export type TermsRow = z.output<typeof TermsRow>;

/** Returns the readable terms of a deal that {@link DealRow} cannot read, or that lacks some terms. */
export const termsIn = (row: unknown): TermsRow => TermsRow.safeParse(row).data ?? {};

/**
 * Response of the HTTP request `deals-history`. No captured traffic contains this response. Its envelope is therefore
 * assumed to be that of the similar request `candle-history`.
 */
export const DealsPage = z.object({ data: z.array(z.unknown()) });

/**
 * Returns the valid rows of the payload `d` of a message. Each invalid row is reported to `onUnreadable` and left out.
 */
export function rowsOf<Row>(
  shape: z.ZodType<Row>,
  d: unknown,
  onUnreadable: () => void = () => undefined,
): readonly Row[] {
  const rows: readonly unknown[] = Array.isArray(d) ? d : [];
  return rows.flatMap((input) => {
    const row = shape.safeParse(input);
    if (!row.success) onUnreadable();
    return row.success ? [row.data] : [];
  });
}
