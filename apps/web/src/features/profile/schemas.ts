import type { UserProfile } from '@vigia/contract';
import { PAPER_CURRENCY, RISK_LEVELS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import type { ProfileChanges } from '#shared/auth/auth-backend.ts';
import { formatTypedMoney } from '#shared/lib/format.ts';
import { isPhoneOrNone } from '#shared/lib/phone.ts';
import { profileMessages } from './messages.es.ts';

const words = profileMessages.errors;

const name = z.string().trim().max(200, words.tooLong);

/** Schema of the profile form. Its input values are the typed texts. */
export const ProfileInput = z.object({
  first_name: name,
  last_name: name,
  username: name
    .regex(/^[\p{L}\d._-]*$/u, words.usernameWrong)
    .refine((text) => text === '' || text.length >= 3, words.usernameShort),
  phone: name.refine(isPhoneOrNone, words.phoneWrong),
  default_trade_amount: z
    .string()
    .trim()
    .regex(/^\d{1,9}([.,]\d{1,2})?$/, words.amountWrong)
    .refine((text) => amountIn(text) > 0, words.amountWrong),
  max_concurrent_trades: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, words.concurrentWrong)
    .refine((text) => Number(text) >= 1 && Number(text) <= 100, words.concurrentWrong),
  risk_level: z.enum(RISK_LEVELS),
});
export type ProfileInput = z.infer<typeof ProfileInput>;

const amountIn = (text: string): number => Number(text.replace(',', '.'));

export const toProfileInput = (profile: UserProfile): ProfileInput => ({
  first_name: profile.first_name ?? '',
  last_name: profile.last_name ?? '',
  username: profile.username ?? '',
  phone: profile.phone ?? '',
  default_trade_amount: formatTypedMoney(profile.default_trade_amount, PAPER_CURRENCY),
  max_concurrent_trades: String(profile.max_concurrent_trades),
  risk_level: profile.risk_level,
});

/** Returns the fields that differ from the stored profile. If the user emptied a text, its value is null. */
export function profileChangesIn(input: ProfileInput, profile: UserProfile): ProfileChanges {
  const wanted: Required<ProfileChanges> = {
    first_name: input.first_name || null,
    last_name: input.last_name || null,
    username: input.username || null,
    phone: input.phone || null,
    default_trade_amount: amountIn(input.default_trade_amount),
    max_concurrent_trades: Number(input.max_concurrent_trades),
    risk_level: input.risk_level,
  };
  const stored: Required<ProfileChanges> = {
    first_name: profile.first_name || null,
    last_name: profile.last_name || null,
    username: profile.username || null,
    phone: profile.phone || null,
    default_trade_amount: profile.default_trade_amount,
    max_concurrent_trades: profile.max_concurrent_trades,
    risk_level: profile.risk_level,
  };
  return {
    ...(wanted.first_name !== stored.first_name && { first_name: wanted.first_name }),
    ...(wanted.last_name !== stored.last_name && { last_name: wanted.last_name }),
    ...(wanted.username !== stored.username && { username: wanted.username }),
    ...(wanted.phone !== stored.phone && { phone: wanted.phone }),
    ...(wanted.default_trade_amount !== stored.default_trade_amount && {
      default_trade_amount: wanted.default_trade_amount,
    }),
    ...(wanted.max_concurrent_trades !== stored.max_concurrent_trades && {
      max_concurrent_trades: wanted.max_concurrent_trades,
    }),
    ...(wanted.risk_level !== stored.risk_level && { risk_level: wanted.risk_level }),
  };
}

const email = z.string().trim().min(1, words.emailMissing).pipe(z.email(words.emailWrong));
const currentPassword = z.string().min(1, words.passwordMissing);
const newPassword = z.string().min(8, words.passwordShort);

export const PasswordInput = z.object({ currentPassword, password: newPassword });

export const emailInput = (current: string) =>
  z.object({
    email: email.refine((text) => text.toLowerCase() !== current.toLowerCase(), words.emailSame),
    currentPassword,
  });

export const UpgradeInput = z.object({
  email,
  password: newPassword,
  adult: z.boolean().refine((checked) => checked, words.adult),
});
