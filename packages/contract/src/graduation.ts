import { ACCOUNT_KINDS, BOT_TERMS_PHRASE, REAL_MONEY_OBSTACLES, REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { BrokerIdOrMock, Fraction } from './common.ts';

/** A condition that real automation misses, with its numbers. */
const GraduationGapView = z.discriminatedUnion('reason', [
  z.object({
    /**
     * The account is on paper, the broker forbids bots or states no payout before it accepts, or the stakes are a
     * ladder.
     */
    reason: z.enum(['on_paper', 'bots_forbidden', 'payout_unstated', 'martingale']),
  }),
  z.object({
    reason: z.literal('verdict'),
    /** Trades that were judged: those on demo, or those on demo and real money together. */
    money: z.enum(['demo', 'demo_and_real']),
    /** Settled bets of this version of the rules at this broker. */
    bets: z.number().int(),
    /** Share of won trades; null while no trade is decided. */
    rate: Fraction.nullable(),
    /** Break-even rate at the payouts that were paid; null while no payout is known. */
    break_even: Fraction.nullable(),
    /**
     * Evidence that the rules win more than break-even (docs/spec/statistics.md §8), and the evidence that is needed.
     */
    evidence: z.number(),
    limit: z.number(),
    /** Whether only an open trade, which counts as lost, is in the way. */
    waits_for_result: z.boolean(),
  }),
  z.object({ reason: z.literal('days'), passed_days: z.number().int(), needed_days: z.number().int() }),
  z.object({ reason: z.literal('real_money'), obstacle: z.enum(REAL_MONEY_OBSTACLES) }),
]);
export type GraduationGapView = z.infer<typeof GraduationGapView>;

/** Whether a setup or strategy may trade by itself with real money at the broker of its account. */
export const AutomationGraduation = z
  .object({
    broker: BrokerIdOrMock,
    /** Kind of the account on which it trades now. */
    account: z.enum(ACCOUNT_KINDS),
    open: z.boolean(),
    /** Whether the choice also needs `bot_terms`, because the terms of the broker about bots are unverified. */
    asks_bot_terms: z.boolean(),
    /** Everything that is missing; empty if the gate is open. */
    missing: z.array(GraduationGapView),
  })
  .meta({
    examples: [
      {
        broker: 'iqoption',
        account: 'demo',
        open: false,
        asks_bot_terms: true,
        missing: [
          {
            reason: 'verdict',
            money: 'demo',
            bets: 215,
            rate: 0.6186,
            break_even: 0.5405,
            evidence: 5.31,
            limit: 80,
            waits_for_result: false,
          },
          { reason: 'days', passed_days: 4, needed_days: 7 },
          { reason: 'real_money', obstacle: 'daily_loss_limit_missing' },
        ],
      },
    ],
  });
export type AutomationGraduation = z.infer<typeof AutomationGraduation>;

/** Moves a setup or strategy from the demo account of a broker to the real account there. */
export const RealAutomation = z
  .strictObject({
    /** Broker that the user saw; another one refuses the request. */
    broker: BrokerIdOrMock,
    /** The phrase that confirms real money, as the user typed it. */
    confirm: z.string().max(100),
    /** The phrase that the user read the broker's terms about bots, as typed; needed if `asks_bot_terms`. */
    bot_terms: z.string().max(100).optional(),
  })
  .meta({ examples: [{ broker: 'iqoption', confirm: REAL_MONEY_PHRASE, bot_terms: BOT_TERMS_PHRASE }] });
export type RealAutomation = z.infer<typeof RealAutomation>;
