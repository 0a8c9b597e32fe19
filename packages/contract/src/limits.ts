import { LIMIT_SCOPES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { CurrencyCode, Instant, Money, Purse } from './common.ts';
import * as EXAMPLES from './examples/account.ts';

/**
 * The accounts to which a set of limits applies: real money in one currency, or practice money (paper and demo) in one
 * currency. Amounts are in this currency.
 */
export const LimitBook = z.object({ scope: z.enum(LIMIT_SCOPES), currency: CurrencyCode });

/**
 * Query of `GET /api/v1/account/limits`: the requested limit book. Absent fields have the values of the account that
 * the user chose.
 */
export const LimitsQuery = LimitBook.partial();

/**
 * A looser limit that is not in effect yet: its future value (null means no limit), and the time at which it takes
 * effect.
 */
const waiting = <Value extends z.ZodType>(value: Value) => z.object({ value, from: Instant }).nullable();

const LIMIT_VALUES = {
  max_concurrent_trades: z.number().int().min(1).max(100),
  max_stake: Money.positive().nullable(),
  daily_loss_limit: Money.positive().nullable(),
  weekly_loss_limit: Money.positive().nullable(),
  daily_trade_limit: z.number().int().min(1).max(10_000).nullable(),
  /** Number of losses in a row that starts the pause after losses. */
  cool_down_losses: z.number().int().min(1).max(100).nullable(),
  /** Duration, in minutes, of the pause after losses. No order is sent during the pause. */
  cool_down_minutes: z.number().int().min(1).max(10_080),
} as const;

/**
 * Body of `PUT /api/v1/account/limits`: the limits to change in a book, by default the book of the chosen account. The
 * limit of concurrent trades has one value for all books. A stricter limit applies at once, a looser one after 24 h. If
 * the user reverts the looser value before then, it never applies.
 */
export const RiskLimitsChange = z
  .strictObject({ book: LimitBook, ...LIMIT_VALUES })
  .partial()
  .meta({ examples: EXAMPLES.LIMITS_CHANGES });
export type RiskLimitsChange = z.infer<typeof RiskLimitsChange>;

/** Response of `GET /api/v1/account/limits`: the limits of a book in force, and pending changes. */
export const RiskLimitsView = z
  .object({
    book: LimitBook,
    /** The limit books of the user's accounts and the other books with limits, practice money first. */
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
    /** IANA name of the time zone in which the limits count days and weeks. */
    time_zone: z.string(),
  })
  .meta({ examples: [EXAMPLES.LIMITS_VIEW] });
export type RiskLimitsView = z.infer<typeof RiskLimitsView>;

/**
 * Response of `GET /api/v1/trading/risk`: the amounts that the limits have counted today and this week, and the times
 * of their resets. They cover the purse (kind of money and currency) of the account on which the user trades.
 */
export const RiskUse = z
  .object({
    purse: Purse,
    day: z.object({ trades: z.number().int(), profit: Money, resets_at: Instant }),
    week: z.object({ profit: Money, resets_at: Instant }),
    /** Sum of the stakes of the open trades: the amount still at risk. */
    at_stake: Money,
    losing_streak: z.number().int(),
    /** End of the pause after losses; null without a pause. */
    cool_down_until: Instant.nullable(),
  })
  .meta({ examples: [EXAMPLES.RISK_USE] });
export type RiskUse = z.infer<typeof RiskUse>;

/**
 * Start of the current trading period (automation or real money), its result so far, and whether the user must confirm
 * the result now.
 */
export const RealityCheck = z.object({
  since: Instant,
  due_at: Instant,
  is_due: z.boolean(),
  trades: z.number().int(),
  /**
   * The result of each purse (kind of money and currency) in which trades were placed; amounts of two purses are never
   * added.
   */
  results: z.array(z.object({ purse: Purse, trades: z.number().int(), net_result: Money })),
});
export type RealityCheck = z.infer<typeof RealityCheck>;

/**
 * Response of `GET /api/v1/trading/automation`, also published over the stream. It states whether everything is stopped
 * and how many automations run (bot tokens that may trade, strategies, setups). It includes the reality check of the
 * current trading period, if there is one.
 */
export const Automation = z
  .object({ stopped_at: Instant.nullable(), running: z.number().int(), reality_check: RealityCheck.nullable() })
  .meta({ examples: [EXAMPLES.AUTOMATION] });
export type Automation = z.infer<typeof Automation>;
