import { type Currency, parseAmountMinor } from '@vigia/core/money';
import { z } from 'zod';

/**
 * Schema of money and prices. Deriv writes them as numbers in some calls and as decimal text in others (the new API
 * mostly as text). Only this file reads them.
 */
export const Decimal = z.union([
  z.number(),
  z
    .string()
    .regex(/^[+-]?\d+(?:\.\d+)?$/)
    .transform(Number),
]);

/**
 * Schema of money in minor units of an account's currency. An amount with more decimals than the currency is invalid,
 * because Deriv never sends one.
 */
export const amountIn = (currency: Currency) =>
  Decimal.transform((amount, context) => {
    const parsed = parseAmountMinor(amount, currency);
    if (parsed.ok) return parsed.value;
    context.addIssue(parsed.error);
    return z.NEVER;
  });
export type AmountSchema = ReturnType<typeof amountIn>;

/** Reads a decimal number without a schema, for ticks; null if the value is not a number. */
export function decimalOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const parsed = Decimal.safeParse(value);
  return parsed.success ? parsed.data : null;
}
