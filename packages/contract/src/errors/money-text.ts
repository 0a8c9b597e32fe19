import { CURRENCIES, type Currency } from '@vigia/core/vocabulary';

const formats = new Map<Currency, Intl.NumberFormat>();

function formatOf(currency: Currency): Intl.NumberFormat {
  const decimals = CURRENCIES.get(currency) ?? 2;
  const format =
    formats.get(currency) ??
    new Intl.NumberFormat('es-419', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  formats.set(currency, format);
  return format;
}

const named = (text: string, currency: Currency): string => (currency === 'USD' ? `$${text}` : `${text} ${currency}`);

/**
 * Returns an amount for use within a sentence, with the decimals of its currency: `$1,234.50`, `1,234.50 EUR`, `15,000
 * CLP`.
 */
export const moneyText = (amount: number, currency: Currency): string =>
  named(formatOf(currency).format(amount), currency);

/**
 * Returns an amount without trailing zeros, as docs/spec/api.md §3 writes two limits: 'Monto mínimo: $1', `0.000001
 * BTC`.
 */
export function plainMoneyText(amount: number, currency: Currency): string {
  const text = amount.toFixed(CURRENCIES.get(currency) ?? 2);
  return named(text.includes('.') ? text.replace(/\.?0+$/, '') : text, currency);
}
