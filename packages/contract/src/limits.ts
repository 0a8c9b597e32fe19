import { LIMIT_SCOPES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { CurrencyCode, Instant, Money, Purse } from './common.ts';
import * as EXAMPLES from './examples/account.ts';

/**
 * The accounts that a set of limits applies to: real money in one currency, or practice money (paper and demo) in one
 * currency. Amounts are in that currency.
 */
export const LimitBook = z.object({ scope: z.enum(LIMIT_SCOPES), currency: CurrencyCode });

/** `GET /api/v1/account/limits`: the book to read. Absent fields: those of the account that the user chose. */
export const LimitsQuery = LimitBook.partial();

/**
 * A loosened limit that does not count yet: its future value, and the time from which it counts. `value` null = no
 * limit.
 */
const waiting = <Value extends z.ZodType>(value: Value) => z.object({ value, from: Instant }).nullable();

const LIMIT_VALUES = {
  max_concurrent_trades: z.number().int().min(1).max(100),
  max_stake: Money.positive().nullable(),
  daily_loss_limit: Money.positive().nullable(),
  weekly_loss_limit: Money.positive().nullable(),
  daily_trade_limit: z.number().int().min(1).max(10_000).nullable(),
  /** Number of losses in a row after which the user pauses. */
  cool_down_losses: z.number().int().min(1).max(100).nullable(),
  /** Length of this pause, in which no order is sent. */
  cool_down_minutes: z.number().int().min(1).max(10_080),
} as const;

/**
 * `PUT /api/v1/account/limits`: the limits to change in a book; without `book`, in that of the chosen account. The
 * limit of concurrent trades has one value for all books. A stricter limit counts at once, a looser one after 24 h. A
 * change that the user reverts before then has no effect.
 */
export const RiskLimitsChange = z
  .strictObject({ book: LimitBook, ...LIMIT_VALUES })
  .partial()
  .meta({ examples: EXAMPLES.LIMITS_CHANGES });
export type RiskLimitsChange = z.infer<typeof RiskLimitsChange>;

/** `GET /api/v1/account/limits`: the limits of a book in force, and pending changes. */
export const RiskLimitsView = z
  .object({
    book: LimitBook,
    /** The books of the user's accounts, and those with limits: practice first. */
    books: z.array(LimitBook),
    limits: z.object(LIMIT_VALUES),
    waiting: z.object({
      max_concurrent_trades: waiting(LIMIT_VALUES.max_concurrent_trades),
      max_stake: waiting(LIMIT_VALUES.max_stake),
      daily_loss_limit: waiting(LIMIT_VALUES.daily_loss_limit),
      weekly_loss_limit: waiting(LIMIT_VALUES.weekly_loss_limit),
      daily_trade_limit: waiting(LIMIT_VALUES.daily_trade_limit),
      cool_down_losses: waiting(LIMIT_VALUES.cool_down_losses),
      cool_down_minutes: waiting(LIMIT_VALUES.cool_down_minutes),
      time_zone: waiting(z.string()),
    }),
    /** IANA name of the zone whose days and weeks the limits count. */
    time_zone: z.string(),
  })
  .meta({ examples: [EXAMPLES.LIMITS_VIEW] });
export type RiskLimitsView = z.infer<typeof RiskLimitsView>;

/**
 * `GET /api/v1/trading/risk`: what the limits have counted today and this week, and when these counts reset. Counts the
 * purse (kind of money and currency) of the account that the user trades on.
 */
export const RiskUse = z
  .object({
    purse: Purse,
    day: z.object({ trades: z.number().int(), profit: Money, resets_at: Instant }),
    week: z.object({ profit: Money, resets_at: Instant }),
    /** Stakes of the open trades: the amount still at risk. */
    at_stake: Money,
    losing_streak: z.number().int(),
    /** End of the pause after losses; null = none. */
    cool_down_until: Instant.nullable(),
  })
  .meta({ examples: [EXAMPLES.RISK_USE] });
export type RiskUse = z.infer<typeof RiskUse>;

/**
 * Start of a period of automation or real-money trading, its result so far, and whether the user must review it now.
 */
export const RealityCheck = z.object({
  since: Instant,
  due_at: Instant,
  is_due: z.boolean(),
  trades: z.number().int(),
  /** The result of each purse that trades were placed in; amounts of two purses are never added. */
  results: z.array(z.object({ purse: Purse, trades: z.number().int(), net_result: Money })),
});
export type RealityCheck = z.infer<typeof RealityCheck>;

/**
 * `GET /api/v1/trading/automation`, also published over the stream: whether everything is stopped, whether anything
 * trades automatically (bot tokens that may trade, strategies, setups), and the reality check of the current trading
 * period, if there is one.
 */
export const Automation = z
  .object({ stopped_at: Instant.nullable(), running: z.number().int(), reality_check: RealityCheck.nullable() })
  .meta({ examples: [EXAMPLES.AUTOMATION] });
export type Automation = z.infer<typeof Automation>;
