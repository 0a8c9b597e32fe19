import { type MinorUnits, minorUnits } from '@vigia/core/kernel';
import { PAPER_CURRENCY, parseAmountMinor, scaleHalfEven } from '@vigia/core/money';

const MICROS = 1_000_000;

/**
 * Converts an amount from a broker's message to cents, exactly where possible; null if it is not an amount of money.
 * Brokers pay percentages of a stake with more decimals (1.37 · 1.85 = 2.5345) and send sums of binary fractions
 * (8.700000000000001). Such amounts are first rounded to six decimals, which removes the noise, then half to even.
 */
export function centsOf(amount: number): MinorUnits | null {
  const cents = centsOfMagnitude(Math.abs(amount));
  return cents === null || amount >= 0 ? cents : minorUnits(0 - cents);
}

function centsOfMagnitude(amount: number): MinorUnits | null {
  const exact = parseAmountMinor(amount, PAPER_CURRENCY);
  if (exact.ok) return exact.value;
  const micros = Math.round(amount * MICROS);
  if (exact.error !== 'too_many_decimals' || !Number.isSafeInteger(micros)) return null;
  return scaleHalfEven(micros, 1, MICROS / 100);
}

/** ISO 4217 codes. Cryptocurrencies, which have similar codes but eight decimals, are excluded. */
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/**
 * The currencies of ISO 4217 with zero, three or four decimals. `Intl` cannot be used: it drops the decimals of pesos
 * for display.
 */
const WITHOUT_CENTS: ReadonlySet<string> = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'ISK',
  'JPY',
  'KMF',
  'KRW',
  'PYG',
  'RWF',
  'UGX',
  'UYI',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
  'BHD',
  'IQD',
  'JOD',
  'KWD',
  'LYD',
  'OMR',
  'TND',
  'CLF',
  'UYW',
]);

/** Whether the currency has exactly two decimals. */
export const hasCents = (currency: string): boolean => CURRENCIES.has(currency) && !WITHOUT_CENTS.has(currency);
