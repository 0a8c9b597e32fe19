import { z } from 'zod';

/** A number, or a text with a number, because sources show both. */
const Decimal = z.union([z.number(), z.string().trim().min(1).transform(Number)]).pipe(z.number());
/** A flag: `1` or `0`, or a boolean. */
const Flag = z.union([z.boolean(), z.number().transform((value) => value === 1)]);
const Id = z.union([z.string().min(1), z.number().transform(String)]);

/**
 * An order in the form of its acknowledgement, of the lists and of the history. Times are epoch seconds by the broker's
 * clock.
 */
const Deal = z.object({
  id: Id,
  asset: z.string(),
  amount: Decimal,
  command: z.union([z.literal([0, 1]), z.literal(['call', 'put'])]),
  isDemo: Flag,
  openTimestamp: z.number(),
  closeTimestamp: z.number(),
  percentProfit: z.number().optional(),
  openPrice: Decimal.nullish(),
  closePrice: Decimal.nullish(),
  /** The possible profit while the order runs. After its end it is the result, net of the stake. */
  profit: Decimal.optional(),
  /** The result in the other form of the history. No source states whether it includes the stake. */
  profitAmount: Decimal.optional(),
  requestId: z.number().nullish(),
});
export type Deal = z.infer<typeof Deal>;

const QuotexRefusal = z.object({ error: z.unknown(), requestId: z.number() });
export type QuotexRefusal = z.infer<typeof QuotexRefusal>;

/** The two known forms of balances: one contains demo and real, the other a single account. */
const Balances = z.union([
  z
    .object({ liveBalance: Decimal, demoBalance: Decimal })
    .transform(({ liveBalance, demoBalance }) => ({ live: liveBalance, demo: demoBalance })),
  z.object({ balance: Decimal, isDemo: Flag }).transform(({ balance, isDemo }) => purse(balance, isDemo)),
  z
    .object({ accountBalance: Decimal, isDemo: Flag })
    .transform(({ accountBalance, isDemo }) => purse(accountBalance, isDemo)),
]);
export type Balances = { readonly live?: number; readonly demo?: number };

const purse = (amount: number, isDemo: boolean): Balances => (isDemo ? { demo: amount } : { live: amount });

/** The profile (`digest` over HTTP, `settings/list` over the socket). */
const Profile = z.object({
  id: Id.optional(),
  currencyCode: z.string().regex(/^[A-Za-z0-9]{2,20}$/),
  demoBalance: Decimal,
  liveBalance: Decimal,
});
export type Profile = z.infer<typeof Profile>;

const History = z.object({
  asset: z.string(),
  index: z.number().optional(),
  history: z.array(z.array(z.unknown())).optional(),
  candles: z.array(z.array(z.unknown())).optional(),
  data: z.array(z.array(z.unknown())).optional(),
});
export type History = z.infer<typeof History>;

const reader =
  <Value>(schema: z.ZodType<Value>) =>
  (payload: unknown): Value | null => {
    const read = schema.safeParse(payload);
    return read.success ? read.data : null;
  };

export const readRefusal = reader(QuotexRefusal);
export const readBalances = reader<Balances>(Balances);
export const readProfile = reader(Profile);
export const readHistory = reader(History);

/**
 * Returns whether a row has the other form of the history, with the id as `ticket` and the result as `profitAmount`.
 */
const isTicket = (payload: unknown): payload is { readonly ticket: unknown } =>
  typeof payload === 'object' && payload !== null && 'ticket' in payload && !('id' in payload);

/**
 * Converts a row to the form of the messages. It removes `profit` of an earlier message, which was only the possible
 * win.
 */
const asDeal = (payload: unknown): unknown =>
  isTicket(payload) ? { ...payload, id: payload.ticket, profit: undefined } : payload;

/**
 * Reads an order; returns null if a field is missing. @param known fields of the same order from earlier messages,
 * because later messages may omit some
 */
export function readDeal(payload: unknown, known: Deal | null): Deal | null {
  const row = asDeal(payload);
  return reader(Deal)(known && typeof row === 'object' ? { ...known, ...row } : row);
}

/** The terms of an order. Each field is read separately, so that an invalid field does not affect the others. */
const Terms = z
  .object({
    id: Id.nullable().catch(null),
    asset: z.string().nullable().catch(null),
    amount: Decimal.nullable().catch(null),
    command: z
      .union([z.literal([0, 1]), z.literal(['call', 'put'])])
      .nullable()
      .catch(null),
    openTimestamp: z.number().nullable().catch(null),
  })
  .partial();
export type Terms = z.infer<typeof Terms>;

/** Reads the terms of an order that {@link readDeal} cannot read. */
export const readTerms = (payload: unknown): Terms => reader(Terms)(asDeal(payload)) ?? {};

/** Reads the id of an order, even if other fields are missing. */
export const readId = (payload: unknown): string | null => reader(z.object({ id: Id }))(asDeal(payload))?.id ?? null;

/**
 * Returns the rows of a list of orders: a bare list, or a list under `deals` or `data`. Returns null for another form.
 */
export function listOf(payload: unknown): readonly unknown[] | null {
  if (Array.isArray(payload)) return payload;
  if (typeof payload !== 'object' || payload === null) return null;
  if ('deals' in payload) return listOf(payload.deals);
  return 'data' in payload ? listOf(payload.data) : null;
}
