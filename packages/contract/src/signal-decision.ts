import { z } from 'zod';
import { CurrencyCode, Instant, Money } from './common.ts';

/** An order was placed on the signal. */
const TradedDecisionView = z.object({
  decision: z.literal('traded'),
  at: Instant,
  /** Stake of the order, in `currency`. */
  stake: Money,
  currency: CurrencyCode,
  /**
   * Step of the martingale ladder to which the stake belongs, and the number of steps of the ladder; null without a
   * ladder.
   */
  ladder: z.object({ step: z.number().int(), steps: z.number().int() }).nullable(),
});

/** No order was placed on the signal. */
const RefusedDecisionView = z.object({
  decision: z.enum(['refused', 'late']),
  at: Instant,
  /** Error code of the refusal. */
  code: z.string(),
  /** The reason as a Spanish sentence. */
  message: z.string(),
});

/**
 * The decision of an automation about a signal. If a setup or strategy does not trade automatically, there is no
 * decision.
 */
export const SignalDecisionView = z.discriminatedUnion('decision', [TradedDecisionView, RefusedDecisionView]);
export type SignalDecisionView = z.infer<typeof SignalDecisionView>;
