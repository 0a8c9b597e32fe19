import { type MinorUnits, minorUnits } from '@vigia/core/kernel';
import { type Currency, exponentOf, scaleOf } from '@vigia/core/money';
import { readLocal, writeLocal } from '#shared/lib/local-values.ts';
import { DECIMALS_OF_WHOLE_UNITS, type StakeLimits } from './ticket-maths.ts';

/** Facts that the start of a ticket depends on: amounts in units of the account's currency. */
export type StartFacts = {
  readonly currency: Currency;
  /** The default stake of the profile, a number without a currency. */
  readonly usual: number;
  /** The last stake of this purse on this device; null if there is none. */
  readonly last: number | null;
  readonly limits: StakeLimits | null;
  readonly balance: number;
};

/**
 * Returns the stake with which the ticket starts (docs/decisions/0032): the last one of this purse, else the number of
 * the profile. An account that cannot take this stake starts with the smallest stake of the asset, never with its
 * largest or with the whole balance. The number of the profile is not used for a currency of fractions, because in
 * bitcoins it would be a fortune.
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

/** Tolerance for rounding: 0.29 · 100 is less than 29 as a double. */
const ROUNDING = 1e-6;

const keyOf = (purse: string): string => `vigia-stake-${purse}`;

/**
 * Returns the last stake of a purse on this device; null if there is none.
 * @param purse the word that {@link purseWord} returns
 */
export function lastStake(purse: string): number | null {
  const amount = Number(readLocal(keyOf(purse)));
  return amount > 0 ? amount : null;
}

export const rememberStake = (purse: string, amount: number): void => writeLocal(keyOf(purse), String(amount));

/** Returns a purse as one word: `demo-CLP`. */
export const purseWord = ({ kind, currency }: { readonly kind: string; readonly currency: Currency }): string =>
  `${kind}-${currency}`;
