import { type MinorUnits, minorUnits } from '#kernel/index.ts';
import type { Currency } from '#vocabulary/index.ts';

/**
 * An amount with its currency, for code in which amounts of different accounts can meet. In other code an amount is
 * `MinorUnits`, and its account has the currency.
 */
export type Money<Code extends Currency = Currency> = { readonly amountMinor: MinorUnits; readonly currency: Code };

/**
 * Error of an operation on amounts in two currencies. It occurs only for amounts whose types name no currency; other
 * such operations do not compile.
 */
export class CurrencyMismatchError extends Error {
  readonly currencies: readonly [Currency, Currency];

  constructor(first: Currency, second: Currency) {
    super(`${first} and ${second} cannot be added, subtracted or compared`);
    this.name = 'CurrencyMismatchError';
    this.currencies = [first, second];
  }
}

export const money = <Code extends Currency>(amountMinor: MinorUnits, currency: Code): Money<Code> => ({
  amountMinor,
  currency,
});

/**
 * Adds two amounts of one currency.
 * @throws CurrencyMismatchError
 */
export function addMoney<Code extends Currency>(a: Money<Code>, b: Money<NoInfer<Code>>): Money<Code> {
  requireSame(a, b);
  return { amountMinor: minorUnits(a.amountMinor + b.amountMinor), currency: a.currency };
}

/**
 * Subtracts `b` from `a`, two amounts of one currency.
 * @throws CurrencyMismatchError
 */
export function subtractMoney<Code extends Currency>(a: Money<Code>, b: Money<NoInfer<Code>>): Money<Code> {
  requireSame(a, b);
  return { amountMinor: minorUnits(a.amountMinor - b.amountMinor), currency: a.currency };
}

/**
 * Returns a negative number if `a` is less than `b`, 0 if they are equal, and a positive number otherwise.
 * @throws CurrencyMismatchError
 */
export function compareMoney<Code extends Currency>(a: Money<Code>, b: Money<NoInfer<Code>>): number {
  requireSame(a, b);
  return a.amountMinor - b.amountMinor;
}

function requireSame(a: Money, b: Money): void {
  if (a.currency !== b.currency) throw new CurrencyMismatchError(a.currency, b.currency);
}
