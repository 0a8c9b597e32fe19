import { describe, expect, expectTypeOf, it } from 'vitest';
import { minorUnits } from '#kernel/index.ts';
import type { Currency } from '#vocabulary/index.ts';
import { addMoney, CurrencyMismatchError, compareMoney, type Money, money, subtractMoney } from './money.ts';

const dollars = money(minorUnits(1_050), 'USD');
const moreDollars = money(minorUnits(250), 'USD');
const pesos = money(minorUnits(10_000), 'CLP');

/** Creates an amount whose currency is known only at run time, as in a database row. */
const fromOutside = (amountMinor: number, currency: Currency): Money => money(minorUnits(amountMinor), currency);

describe('amounts in one currency', () => {
  it('can be added, subtracted and compared', () => {
    expect(addMoney(dollars, moreDollars)).toEqual({ amountMinor: 1_300, currency: 'USD' });
    expect(subtractMoney(moreDollars, dollars)).toEqual({ amountMinor: -800, currency: 'USD' });
    expect([compareMoney(dollars, moreDollars), compareMoney(dollars, dollars)]).toEqual([800, 0]);
    expectTypeOf(addMoney(dollars, moreDollars)).toEqualTypeOf<Money<'USD'>>();
  });

  it('can be added even if their currency is known only at run time', () => {
    expect(addMoney(fromOutside(500, 'CLP'), fromOutside(700, 'CLP'))).toEqual({ amountMinor: 1_200, currency: 'CLP' });
  });
});

describe('amounts in two currencies', () => {
  it('do not compile in one calculation, and the calculation throws if the compiler check is bypassed', () => {
    // @ts-expect-error pesos cannot be added to dollars
    expect(() => addMoney(dollars, pesos)).toThrow(CurrencyMismatchError);
    // @ts-expect-error pesos cannot be subtracted from dollars
    expect(() => subtractMoney(dollars, pesos)).toThrow(CurrencyMismatchError);
    // @ts-expect-error dollars are not compared with pesos
    expect(() => compareMoney(pesos, dollars)).toThrow(CurrencyMismatchError);
    expectTypeOf<Money<'CLP'>>().not.toExtend<Money<'USD'>>();
  });

  it.each([addMoney, subtractMoney, compareMoney])(
    'make %o throw if both currencies are known only at run time',
    (combine) => {
      expect(() => combine(fromOutside(1, 'USD'), fromOutside(1, 'EUR'))).toThrow(
        expect.objectContaining({ name: 'CurrencyMismatchError', currencies: ['USD', 'EUR'] }),
      );
    },
  );
});

it('a number without a currency does not compile as an amount of money', () => {
  // @ts-expect-error the currency is missing
  expect(() => addMoney(dollars, { amountMinor: minorUnits(1) })).toThrow(CurrencyMismatchError);
});
