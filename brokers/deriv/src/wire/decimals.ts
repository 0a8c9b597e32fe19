import { parseAmountMinor } from '@vigia/core/trades';
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

/** Money in cents. A third decimal is invalid in every account we list. */
export const Amount = Decimal.transform((amount, context) => {
  const parsed = parseAmountMinor(amount);
  if (parsed.ok) return parsed.value;
  context.addIssue(parsed.error);
  return z.NEVER;
});

/** Reads a decimal number outside any schema, as in the ticks; null if it is not one. */
export function decimalOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const parsed = Decimal.safeParse(value);
  return parsed.success ? parsed.data : null;
}
