import { PAPER_CURRENCY, parseAmountMinor } from '@vigia/core/money';
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

/** Money in cents. More than two decimals are invalid, because we list only accounts in currencies with cents. */
export const Amount = Decimal.transform((amount, context) => {
  const parsed = parseAmountMinor(amount, PAPER_CURRENCY);
  if (parsed.ok) return parsed.value;
  context.addIssue(parsed.error);
  return z.NEVER;
});

/** Reads a decimal number without a schema, for ticks; null if the value is not a number. */
export function decimalOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const parsed = Decimal.safeParse(value);
  return parsed.success ? parsed.data : null;
}
