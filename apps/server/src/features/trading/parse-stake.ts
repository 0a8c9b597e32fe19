import { err, type MinorUnits, minorUnits, ok, type Result } from '@vigia/core/kernel';
import { type Currency, parseAmountMinor } from '@vigia/core/money';
import type { PlacementRefusal } from './placement-refusal.ts';

/**
 * Converts an amount to minor units of the account's currency. An amount that is too large or too small to convert
 * becomes the largest or smallest safe integer, so the stake limit of the asset refuses it like any other stake.
 */
export function parseStake(amount: number, currency: Currency): Result<MinorUnits, PlacementRefusal> {
  const parsed = parseAmountMinor(amount, currency);
  if (parsed.ok) return parsed;
  return parsed.error === 'out_of_range'
    ? ok(minorUnits(Math.sign(amount) * Number.MAX_SAFE_INTEGER))
    : err({ code: 'amount_invalid', values: {} });
}
