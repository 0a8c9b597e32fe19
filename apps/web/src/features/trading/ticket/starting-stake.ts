import { type MinorUnits, minorUnits } from '@vigia/core/kernel';
import { type Currency, exponentOf, scaleOf } from '@vigia/core/money';
import { MAX_DECIMALS_FOR_WHOLE_UNITS, type StakeLimits } from './ticket-maths.ts';

/** The values that determine the first stake of an order form. Amounts are in units of the account's currency. */
export type StartingStakeInput = {
  readonly currency: Currency;
  /** Default stake in the user's profile. It is a number without a currency. */
  readonly usual: number;
  /**
   * Last stake that the user placed from this purse on this device. Null if there is none. A purse is one kind of money
   * in one currency.
   */
  readonly last: number | null;
  readonly limits: StakeLimits | null;
  readonly balance: number;
};

/**
 * Returns the first stake of an order form (docs/decisions/0032): the last stake of this purse, else the default stake
 * of the profile. If the account cannot place this stake, the result is the smallest stake of the asset, and never the
 * largest stake or the whole balance. For a currency that is traded in fractions, the default stake does not apply,
 * because the same number of bitcoins would be a fortune.
 */
export function startingStake({ currency, usual, last, limits, balance }: StartingStakeInput): MinorUnits {
  const scale = scaleOf(currency);
  const smallest = Math.max(1, Math.round((limits?.minimum ?? 0) * scale));
  const isFine = exponentOf(currency) > MAX_DECIMALS_FOR_WHOLE_UNITS;
  const wanted = last ?? (isFine ? null : usual);
  if (wanted === null) return minorUnits(smallest);
  const wantedMinor = Math.floor(wanted * scale + ROUNDING);
  const largest = Math.min(balance, limits?.maximum ?? balance) * scale;
  return minorUnits(wantedMinor < smallest || wantedMinor > largest ? smallest : wantedMinor);
}

/** Tolerance for rounding, because in floating point 0.29 · 100 is less than 29. */
const ROUNDING = 1e-6;
