import { exponentOf } from '@vigia/core/money';
import type { AutomationMoney } from './automation-accounts.ts';

/** Minimum, maximum and step of a stake slider. */
export type StakeSliderRange = { readonly min: number; readonly max: number; readonly step: number };

/** Approximate maximum of the stake slider as a fraction of the balance. The user can type larger amounts. */
const SHARE = 0.01;
const STEPS = 100;
/** Maximum of the stake slider if the balance of the account is unknown or zero. */
const USUAL_END = 100;

/**
 * Returns the range of the stake slider for an account. The maximum is the power of ten nearest to one hundredth of the
 * balance, and the slider has 100 steps. A balance of 10,000.00 USD gives 1 to 100, and 1,000,000 CLP give 100 to
 * 10,000.
 */
export function stakeSliderRange({
  balance,
  currency,
}: Pick<AutomationMoney, 'balance' | 'currency'>): StakeSliderRange {
  const smallest = 10 ** -exponentOf(currency);
  const wanted = balance === null || balance <= 0 ? USUAL_END : 10 ** Math.round(Math.log10(balance * SHARE));
  const max = Math.max(wanted, smallest * STEPS);
  const step = Number((max / STEPS).toFixed(exponentOf(currency)));
  return { min: step, max, step };
}
