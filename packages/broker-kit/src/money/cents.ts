import { type MinorUnits, minorUnits } from '@vigia/core/kernel';
import { parseAmountMinor, scaleHalfEven } from '@vigia/core/trades';

const MICROS = 1_000_000;

/**
 * Cents of an amount off the wire, exactly where it is one; null where it is no amount of money. Brokers pay percentages of
 * odd stakes with more decimals (1.37 · 1.85 = 2.5345) and add up in binary fractions (8.700000000000001): those are rounded
 * half to even, on the sixth decimal, where the noise is gone.
 */
export function centsOf(amount: number): MinorUnits | null {
  const cents = centsOfMagnitude(Math.abs(amount));
  return cents === null || amount >= 0 ? cents : minorUnits(0 - cents);
}

function centsOfMagnitude(amount: number): MinorUnits | null {
  const exact = parseAmountMinor(amount);
  if (exact.ok) return exact.value;
  const micros = Math.round(amount * MICROS);
  if (exact.error !== 'too_many_decimals' || !Number.isSafeInteger(micros)) return null;
  return scaleHalfEven(micros, 1, MICROS / 100);
}

/** Currencies of ISO 4217; those of crypto, which brokers write alike and count in eight decimals, are none. */
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** The currencies of ISO 4217 with none, three or four decimals. `Intl` is no help here: it rounds pesos away for display. */
const WITHOUT_CENTS: ReadonlySet<string> = new Set([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF'],
  ...['XPF', 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'CLF', 'UYW'],
]);

/** Whether amounts of that currency are whole cents. */
export const hasCents = (currency: string): boolean => CURRENCIES.has(currency) && !WITHOUT_CENTS.has(currency);
