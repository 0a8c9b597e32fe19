import { type MinorUnits, minorUnits } from '@vigia/core/kernel';
import { type Currency, exponentOf, scaleOf } from '@vigia/core/money';
import { readLocal, writeLocal } from '#shared/lib/local-values.ts';
import { DECIMALS_OF_WHOLE_UNITS, type StakeLimits } from './ticket-maths.ts';

/** Inputs for the first stake of a ticket. Amounts are in units of the account's currency. */
export type StartFacts = {
  readonly currency: Currency;
  /** Default stake of the user profile, a number without a currency. */
  readonly usual: number;
  /** Last stake of this purse on this device. Null if there is none. */
  readonly last: number | null;
  readonly limits: StakeLimits | null;
  readonly balance: number;
};

/**
 * Returns the first stake of a ticket (docs/decisions/0032): the last stake of this purse, else the default stake of
 * the profile. If the account cannot use this stake, the ticket starts with the smallest stake of the asset. It never
 * starts with the largest stake or the whole balance. The default stake does not apply to a currency with fractional
 * amounts, because the same number of bitcoins would be a fortune.
 */
export function startingStake({ currency, usual, last, limits, balance }: StartFacts): MinorUnits {
  const scale = scaleOf(currency);
  const smallest = Math.max(1, Math.round((limits?.minimum ?? 0) * scale));
  const isFine = exponentOf(currency) > DECIMALS_OF_WHOLE_UNITS;
  const wanted = last ?? (isFine ? null : usual);
  if (wanted === null) return minorUnits(smallest);
  const wantedMinor = Math.floor(wanted * scale + ROUNDING);
  const largest = Math.min(balance, limits?.maximum ?? balance) * scale;
  return minorUnits(wantedMinor < smallest || wantedMinor > largest ? smallest : wantedMinor);
}

/** Tolerance for rounding: as a double, 0.29 · 100 is less than 29. */
const ROUNDING = 1e-6;

const keyOf = (purse: string): string => `vigia-stake-${purse}`;

/**
 * Returns the last stake of a purse on this device, or null if there is none.
 * @param purse the text that {@link purseWord} returns
 */
export function lastStake(purse: string): number | null {
  const amount = Number(readLocal(keyOf(purse)));
  return amount > 0 ? amount : null;
}

export const rememberStake = (purse: string, amount: number): void => writeLocal(keyOf(purse), String(amount));

/** Returns a purse as one string: `demo-CLP`. */
export const purseWord = ({ kind, currency }: { readonly kind: string; readonly currency: Currency }): string =>
  `${kind}-${currency}`;
