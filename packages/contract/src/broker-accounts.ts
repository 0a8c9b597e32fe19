import { REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { CurrencyCode, Money } from './common.ts';

export const BROKER_ACCOUNT_TYPES = ['demo', 'real'] as const;
export type BrokerAccountType = (typeof BROKER_ACCOUNT_TYPES)[number];

/**
 * Body of `POST /api/v1/multi-broker/account/{broker}`. `account_id` selects one of several accounts of a kind; without
 * it, the current account of that kind is chosen. For real money `confirm` must be {@link REAL_MONEY_PHRASE}.
 */
export const BrokerAccountBody = z
  .strictObject({
    account_type: z.enum(BROKER_ACCOUNT_TYPES),
    account_id: z.string().min(1).max(100).optional(),
    confirm: z.string().max(100).optional(),
  })
  .meta({ examples: [{ account_type: 'demo' }, { account_type: 'real', confirm: REAL_MONEY_PHRASE }] });

/** One of the user's accounts at a broker. */
export const BrokerAccountView = z.object({
  id: z.string(),
  type: z.enum(BROKER_ACCOUNT_TYPES),
  currency: CurrencyCode,
  balance: Money,
  /** Whether orders use this account when they name its account type. */
  in_use: z.boolean(),
});
export type BrokerAccountView = z.infer<typeof BrokerAccountView>;
