import { err, ok, type Result } from '#kernel/index.ts';
import { CURRENCIES, type Currency, isCurrency } from '#vocabulary/index.ts';

/** The fault of a text that is not the code of a known currency. */
export type CurrencyFault = { readonly kind: 'unknown_currency'; readonly text: string };

/** Parses the currency code of a broker or a file. Codes are case-sensitive: `usd` is unknown. */
export const parseCurrency = (text: string): Result<Currency, CurrencyFault> =>
  isCurrency(text) ? ok(text) : err({ kind: 'unknown_currency', text });

/** Number of minor units in an amount of 1, by currency: 100 for USD, 1 for CLP, 1e8 for BTC. */
const SCALES: ReadonlyMap<string, number> = new Map([...CURRENCIES].map(([code, exponent]) => [code, 10 ** exponent]));

/**
 * Returns the number of minor units in an amount of 1.
 * @throws RangeError for an external code that was not checked by {@link parseCurrency}
 */
export function scaleOf(currency: Currency): number {
  const scale = SCALES.get(currency);
  if (scale === undefined) throw new RangeError(`unknown currency ${currency}`);
  return scale;
}

/**
 * Returns the number of decimals of an amount in this currency: 2 for USD, 0 for CLP, 8 for BTC.
 * @throws RangeError for an external code that was not checked by {@link parseCurrency}
 */
export function exponentOf(currency: Currency): number {
  const exponent = CURRENCIES.get(currency);
  if (exponent === undefined) throw new RangeError(`unknown currency ${currency}`);
  return exponent;
}
