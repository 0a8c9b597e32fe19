import { type Currency, exponentOf } from '@vigia/core/money';

/**
 * Converts minor units to the amount that a simulated broker writes: a decimal number of units of the account's
 * currency.
 */
export const amountOf = (minor: number, currency: Currency): number => minor / 10 ** exponentOf(currency);

/** Converts minor units to a text with all decimals of the currency: `10.50` USD, `500` CLP, `0.00120000` BTC. */
export const amountText = (minor: number, currency: Currency): string =>
  amountOf(minor, currency).toFixed(exponentOf(currency));

/**
 * Returns the minor units of an amount that a client sent; NaN if it has more decimals than the currency, or is too
 * large.
 */
export function minorOfAmount(amount: number, currency: Currency): number {
  const minor = Math.round(amount * 10 ** exponentOf(currency));
  return Number.isSafeInteger(minor) && amountOf(minor, currency) === amount ? minor : Number.NaN;
}
