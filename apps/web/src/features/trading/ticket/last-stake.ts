import type { Currency } from '@vigia/core/vocabulary';
import { readLocal, writeLocal } from '#shared/lib/local-values.ts';

const keyOf = (purse: string): string => `vigia-stake-${purse}`;

/**
 * Returns the last stake from a purse on this device, or null if there is none.
 * @param purse the text that {@link purseText} returns
 */
export function lastStake(purse: string): number | null {
  const amount = Number(readLocal(keyOf(purse)));
  return amount > 0 ? amount : null;
}

export const rememberStake = (purse: string, amount: number): void => writeLocal(keyOf(purse), String(amount));

/** Returns a purse as one string: `demo-CLP`. */
export const purseText = ({ kind, currency }: { readonly kind: string; readonly currency: Currency }): string =>
  `${kind}-${currency}`;
