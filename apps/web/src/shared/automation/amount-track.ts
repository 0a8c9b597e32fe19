import { exponentOf } from '@vigia/core/money';
import type { AutomationMoney } from './automation-accounts.ts';

/** Ends and step of a slider for stakes. */
export type AmountTrack = { readonly min: number; readonly max: number; readonly step: number };

/** Share of the balance near which the track ends; the user can type larger amounts. */
const SHARE = 0.01;
const STEPS = 100;
/** End of the track for an account whose balance is unknown or empty. */
const USUAL_END = 100;

/**
 * Returns the track of stakes on an account: up to the power of ten nearest to one hundredth of its balance, in 100
 * steps. So 10,000.00 USD give 1 to 100, and 1,000,000 CLP give 100 to 10,000.
 */
export function amountTrack({ balance, currency }: Pick<AutomationMoney, 'balance' | 'currency'>): AmountTrack {
  const smallest = 10 ** -exponentOf(currency);
  const wanted = balance === null || balance <= 0 ? USUAL_END : 10 ** Math.round(Math.log10(balance * SHARE));
  const max = Math.max(wanted, smallest * STEPS);
  const step = Number((max / STEPS).toFixed(exponentOf(currency)));
  return { min: step, max, step };
}
