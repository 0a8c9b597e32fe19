import { ACCOUNT_KINDS, RISK_LEVELS, TRADING_MODES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { BrokerIdOrMock, CurrencyCode, Instant, Money } from './common.ts';
import * as EXAMPLES from './examples/account.ts';

/** The row of `/rest/v1/users`: the user's profile as the data service returns it. */
export const UserProfile = z.object({
  id: z.uuid(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  phone: z.string().nullable(),
  is_active: z.boolean(),
  is_verified: z.boolean(),
  is_admin: z.boolean(),
  is_premium: z.boolean(),
  default_trade_amount: z.number(),
  max_concurrent_trades: z.number().int(),
  risk_level: z.enum(RISK_LEVELS),
  created_at: z.string(),
  updated_at: z.string(),
});
export type UserProfile = z.infer<typeof UserProfile>;

/** A display name: letters, digits, dots, hyphens and underscores. It is not an identifier: two users may share one. */
export const Username = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}._-]{3,40}$/u);

/** Columns of the profile that its owner may change. Changes of any other column are refused. */
export const PROFILE_EDITABLE_COLUMNS = [
  'username',
  'first_name',
  'last_name',
  'phone',
  'default_trade_amount',
  'max_concurrent_trades',
  'risk_level',
] as const satisfies readonly (keyof UserProfile)[];

/** A trading account. `balance` is the sum of its ledger entries. */
export const AccountView = z
  .object({
    id: z.uuid(),
    broker: BrokerIdOrMock,
    kind: z.enum(ACCOUNT_KINDS),
    currency: CurrencyCode,
    balance: Money,
    held: Money,
  })
  .meta({ examples: [EXAMPLES.ACCOUNT] });
export type AccountView = z.infer<typeof AccountView>;

/**
 * Response of `GET /api/v1/trading/mode/current`: the mode with its account, and the account that the user chose. The
 * two accounts differ if the user chose an account at a broker that has no mode. In that case orders without a broker's
 * name use the paper account.
 */
export const CurrentMode = z
  .object({ mode: z.enum(TRADING_MODES), account: AccountView, chosen: AccountView, server_time: Instant })
  .meta({ examples: [EXAMPLES.CURRENT_MODE] });
export type CurrentMode = z.infer<typeof CurrentMode>;
