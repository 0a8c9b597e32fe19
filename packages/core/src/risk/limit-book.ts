import type { MinorUnits } from '#kernel/index.ts';
import { type AccountKind, type Currency, type LimitScope, PAPER_CURRENCY } from '#vocabulary/index.ts';
import type { LimitValues, UserLimits } from './user-limits.ts';

/**
 * A user's limits for one kind of money in one currency. Paper and demo accounts of a currency share the practice book;
 * what a limit counts is still one purse.
 */
export type LimitBook = { readonly scope: LimitScope; readonly currency: Currency };

/** The book of the paper account. */
export const PAPER_BOOK: LimitBook = { scope: 'practice', currency: PAPER_CURRENCY };

/** Returns the book whose limits apply to an account. */
export const limitBookOf = ({
  kind,
  currency,
}: {
  readonly kind: AccountKind;
  readonly currency: Currency;
}): LimitBook => ({ scope: kind === 'real' ? 'real' : 'practice', currency });

/** Limits in money, and what each can cost at most: one stake comes from one account, a loss from a whole purse. */
const COVERED_BY = {
  maxStakeMinor: 'largestAccountMinor',
  dailyLossLimitMinor: 'largestPurseMinor',
  weeklyLossLimitMinor: 'largestPurseMinor',
} as const;
export type MoneyLimitName = keyof typeof COVERED_BY;
const MONEY_LIMITS = Object.keys(COVERED_BY) as readonly MoneyLimitName[];

/** Largest balances, with held stakes, of the accounts and of the purses that a book applies to. */
export type BookBalances = { readonly largestAccountMinor: MinorUnits; readonly largestPurseMinor: MinorUnits };

/**
 * Returns the requested limits that could never refuse an order, because they are above the balance, with that balance.
 * A book without money bounds nothing: a limit may be set before the first deposit. A value already in force passes.
 */
export function limitsAboveBalance(
  limits: UserLimits,
  change: Partial<LimitValues>,
  balances: BookBalances,
): readonly { readonly name: MoneyLimitName; readonly balanceMinor: MinorUnits }[] {
  return MONEY_LIMITS.flatMap((name) => {
    const [wish, balanceMinor] = [change[name] ?? null, balances[COVERED_BY[name]]];
    const isAbove = wish !== null && wish !== limits[name].value && balanceMinor > 0 && wish > balanceMinor;
    return isAbove ? [{ name, balanceMinor }] : [];
  });
}
