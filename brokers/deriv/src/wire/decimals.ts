import { type Currency, parseAmountMinor } from '@vigia/core/money';
import { z } from 'zod';

/**
 * Deriv writes money and prices as numbers in some calls and as decimal text in others (the new API mostly text). Only
 * this file reads them.
 */
export const Decimal = z.union([
  z.number(),
  z
    .string()
    .regex(/^[+-]?\d+(?:\.\d+)?$/)
    .transform(Number),
]);

/** Money in minor units of an account's currency. More decimals than it has are invalid: Deriv never sends them. */
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
