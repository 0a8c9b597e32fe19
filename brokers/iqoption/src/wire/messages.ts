import { z } from 'zod';

/**
 * Responses of the login (v2) and of the second factor. The errors of v1 come in a list (docs/spec/brokers/iqoption.md
 * §1, §2.4).
 */
export const LoginReply = z.object({
  code: z.string().optional(),
  ssid: z.string().min(1).optional(),
  token: z.string().min(1).optional(),
  message: z.string().optional(),
  data: z.object({ ttl: z.number().nonnegative().optional() }).optional(),
  errors: z.array(z.object({ code: z.number().optional(), title: z.string().optional() })).optional(),
});
export type LoginReply = z.infer<typeof LoginReply>;

/** Message `result`, which states whether a request was accepted. */
export const ResultMessage = z.object({ success: z.boolean(), reason: z.unknown().optional() });

export const ErrorMessage = z.object({ message: z.string() });

export const Features = z.object({ features: z.array(z.object({ name: z.string(), status: z.string() })) });

export const Profile = z.object({ result: z.object({ user_id: z.number() }) });

/**
 * A balance (wallet). Type 1 is real, type 4 is demo; amounts are in units of the currency. Margin wallets can buy
 * options too.
 */
export const Balance = z.object({
  id: z.number(),
  type: z.number(),
  amount: z.number(),
  bonus_amount: z.number().nullish(),
  currency: z.string(),
  is_marginal: z.boolean().nullish(),
});
export type Balance = z.infer<typeof Balance>;
/** Wallets are not validated here, so that one unreadable wallet does not reject the others. */
export const Balances = z.array(z.unknown());
export const BalanceChanged = z.object({ current_balance: Balance });

/**
 * One asset of turbo, binary or blitz options. Fields that only some products have are optional. Times are in seconds,
 * amounts in units of the currency.
 */
export const OfferedActive = z.object({
  id: z.number(),
  name: z.string(),
  ticker: z.string().optional(),
  group_id: z.number().optional(),
  precision: z.number().int().min(0).max(10).optional(),
  enabled: z.boolean().optional(),
  is_suspended: z.boolean(),
  deadtime: z.number().nonnegative().optional(),
  minimal_bet: z.number().optional(),
  maximal_bet: z.number().optional(),
  minmax: z.object({ min: z.number(), max: z.number() }).optional(),
  option: z.object({
    count: z.number().int().nonnegative().optional(),
    expiration_times: z.array(z.number().int().positive()),
    profit: z.object({ commission: z.number() }),
  }),
  schedule: z.array(z.tuple([z.number(), z.number()])),
});
export type OfferedActive = z.infer<typeof OfferedActive>;

/** Assets are not validated here, so that one invalid entry does not reject the others. */
const Actives = z.object({ actives: z.record(z.string(), z.unknown()) }).optional();
export const InitializationData = z.object({
  /** Currency of the stake limits. */
  currency: z.string().optional(),
  groups: z.record(z.string(), z.string()).optional(),
  binary: Actives,
  turbo: Actives,
  blitz: Actives,
});
export type InitializationData = z.infer<typeof InitializationData>;

/**
 * The response to an order. `exp` is the expiration in seconds, `profit_income` is 100 + payout in per cent, and
 * `time_rate` is the second of the entry price `value`.
 */
export const OpenedOption = z.object({
  id: z.number(),
  exp: z.number().optional(),
  profit_income: z.number(),
  time_rate: z.number().optional(),
  created_millisecond: z.number().optional(),
  value: z.number().optional(),
});
export type OpenedOption = z.infer<typeof OpenedOption>;

const optionalNumber = z.number().nullish();

const WireId = z.union([z.string(), z.number()]).transform(String);
const Side = z.enum(['call', 'put']);

/** Terms of a digital position: the ids of its orders, its direction, and its expiration in milliseconds. */
const DigitalTerms = z.object({ order_ids: z.array(WireId), instrument_dir: Side, instrument_expiration: z.number() });
const PartialDigitalTerms = z.object({
  order_ids: z.array(WireId).nullable().catch(null),
  instrument_dir: Side.nullable().catch(null),
});

/**
 * A position of the portfolio. `close_profit` is the gross return. In the vendor's form the direction is inside
 * `raw_event`; times inside `raw_event` are in seconds, all others in milliseconds. In the flat form direction and
 * expiration are at the top level, the stake is `investment`, and times are in seconds (docs/spec/brokers/iqoption.md
 * §3).
 */
export const Position = z.object({
  id: WireId,
  external_id: WireId.nullish(),
  version: z.number().optional(),
  status: z.string(),
  instrument_type: z.string(),
  active_id: z.number(),
  user_balance_id: z.number(),
  invest: optionalNumber,
  investment: optionalNumber,
  direction: Side.nullish(),
  expiration_time: optionalNumber,
  expiration_value: optionalNumber,
  open_quote: optionalNumber,
  open_time: z.number(),
  close_quote: optionalNumber,
  close_time: optionalNumber,
  close_reason: z.string().nullish(),
  close_profit: optionalNumber,
  pnl_net: optionalNumber,
  pnl_realized: optionalNumber,
  pnl: optionalNumber,
  expected_profit: optionalNumber,
  raw_event: z
    .object({
      binary_options_option_changed1: z
        .object({
          direction: Side.optional(),
          expiration_time: z.number().optional(),
          profit_percent: z.number().optional(),
        })
        .optional(),
      digital_options_position_changed1: DigitalTerms.optional(),
    })
    .nullish(),
});
export type Position = z.infer<typeof Position>;

/** The fields that distinguish positions. A field that cannot be read is null. */
export const PartialPosition = z.object({
  id: WireId.nullable().catch(null),
  external_id: WireId.nullable().catch(null),
  instrument_type: z.string().nullable().catch(null),
  active_id: z.number().nullable().catch(null),
  user_balance_id: z.number().nullable().catch(null),
  invest: z.number().nullable().catch(null),
  investment: z.number().nullable().catch(null),
  direction: Side.nullable().catch(null),
  open_time: z.number().nullable().catch(null),
  close_time: z.number().nullable().catch(null),
  raw_event: z
    .object({
      binary_options_option_changed1: z.object({ direction: Side }).optional(),
      digital_options_position_changed1: PartialDigitalTerms.optional(),
    })
    .nullable()
    .catch(null),
});
export type PartialPosition = z.infer<typeof PartialPosition>;

/**
 * The ids of a position. Price events refer to `id`, and sales to `external_id`. Orders refer to `external_id` too,
 * except orders of digital options.
 */
export const PositionName = z.object({
  id: WireId,
  external_id: WireId.nullish(),
  instrument_type: z.string(),
  status: z.string(),
  raw_event: z
    .object({ digital_options_position_changed1: DigitalTerms.optional().catch(undefined) })
    .nullish()
    .catch(null),
});

/** Message `positions-state` with the current results of positions, which are validated one by one. */
export const PositionStates = z.object({ positions: z.array(z.unknown()) });
/**
 * The current price of a position. `sell_profit` is the amount that a sale would pay now, in units of the currency;
 * absent or null while no sale is possible.
 */
export const PositionPrice = z.object({ id: WireId, sell_profit: optionalNumber });

export const Positions = z.object({ positions: z.array(z.unknown()) });

/** A candle; `from` and `to` are in seconds. */
export const WireCandle = z.object({
  from: z.number(),
  to: z.number(),
  open: z.number(),
  close: z.number(),
  min: z.number(),
  max: z.number(),
});
export type WireCandle = z.infer<typeof WireCandle>;
export const Candles = z.object({ candles: z.array(WireCandle) });
