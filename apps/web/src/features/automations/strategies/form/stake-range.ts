import { plainMoneyText } from '@vigia/contract';
import { type Currency, exponentOf, parseAmountMinor, scaleOf } from '@vigia/core/money';
import { formatTidyMoney } from '#shared/lib/format.ts';
import { formMessages as words } from './messages.es.ts';
import { readNumber } from './read-number.ts';

/** Bounds of a stake in the currency of the strategy's account. */
export type StakeRange = {
  readonly currency: Currency;
  /** The smallest and largest stake of the asset on the account. Null while they are unknown. */
  readonly limits: { readonly min: number; readonly max: number } | null;
};

/**
 * Returns a sentence about the allowed stakes: within the limits of the asset if they are known, otherwise from the
 * smallest amount on.
 */
export function stakeRangeText({ currency, limits }: StakeRange): string {
  const text = (amount: number) => formatTidyMoney(amount, currency);
  return limits
    ? words.faults.amount(text(limits.min), text(limits.max))
    : words.faults.amountFrom(text(1 / scaleOf(currency)));
}

/** Returns the error of a typed stake. Returns null if the stake is valid. */
export function stakeFaultIn(text: string, range: StakeRange): string | null {
  const { currency, limits } = range;
  const stake = readNumber(text);
  if (stake === null || stake <= 0) return stakeRangeText(range);
  if (!parseAmountMinor(stake, currency).ok) return words.faults.decimals(currency, exponentOf(currency));
  if (limits && stake < limits.min) return words.faults.amountBelow(plainMoneyText(limits.min, currency));
  return limits && stake > limits.max ? words.faults.amountAbove(plainMoneyText(limits.max, currency)) : null;
}
