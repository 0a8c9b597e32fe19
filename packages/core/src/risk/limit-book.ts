import type { MinorUnits } from '#kernel/index.ts';
import { type AccountKind, type Currency, type LimitScope, PAPER_CURRENCY } from '#vocabulary/index.ts';
import type { LimitValues, UserLimits } from './user-limits.ts';

/**
 * A user's limits for one kind of money in one currency. Paper and demo accounts of a currency share the practice book.
 * Each limit counts only the trades of one kind of money in one currency.
 */
export type LimitBook = { readonly scope: LimitScope; readonly currency: Currency };

/** The book whose limits apply to the paper account. */
export const PAPER_BOOK: LimitBook = { scope: 'practice', currency: PAPER_CURRENCY };

/** Returns the book whose limits apply to an account. */
export const limitBookOf = ({
  kind,
  currency,
}: {
  readonly kind: AccountKind;
  readonly currency: Currency;
}): LimitBook => ({ scope: kind === 'real' ? 'real' : 'practice', currency });

/**
 * Each limit in money, with the largest amount that it can count. One stake comes from one account; losses come from
 * all accounts of one kind and currency.
 */
const BOUNDED_BY = {
  maxStakeMinor: 'largestAccountMinor',
  dailyLossLimitMinor: 'largestLossMinor',
  weeklyLossLimitMinor: 'largestLossMinor',
} as const;
export type MoneyLimitName = keyof typeof BOUNDED_BY;
const MONEY_LIMITS = Object.keys(BOUNDED_BY) as readonly MoneyLimitName[];

/** The largest amounts that the limits of a book can count. */
export type BookBounds = {
  /** Largest balance of an account, including held stakes. */
  readonly largestAccountMinor: MinorUnits;
  /**
   * Largest amount that all accounts of one kind and currency could lose, as a loss limit counts it: its balance with
   * held stakes, plus its losses of the last week.
   */
  readonly largestLossMinor: MinorUnits;
};

/**
 * Returns the requested limits that could never refuse an order, each with the largest amount that it can count. Such a
 * limit exceeds this amount. A book without money has no such amount, so a user may set a limit before the first
 * deposit. A limit that is no looser than the value in force is never returned.
 */
export function limitsWithoutEffect(
  limits: UserLimits,
  change: Partial<LimitValues>,
  bounds: BookBounds,
): readonly { readonly name: MoneyLimitName; readonly boundMinor: MinorUnits }[] {
  return MONEY_LIMITS.flatMap((name) => {
    const [wish, boundMinor] = [change[name] ?? null, bounds[BOUNDED_BY[name]]];
    const { value } = limits[name];
    const isLooser = wish !== null && (value === null || wish > value);
    return isLooser && boundMinor > 0 && wish > boundMinor ? [{ name, boundMinor }] : [];
  });
}
