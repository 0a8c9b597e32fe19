import { err, type MinorUnits, minorUnits, ok, type Result } from '@vigia/core/kernel';
import { parseAmountMinor } from '@vigia/core/trades';
import type { PlacementRefusal } from './placement-refusal.ts';

/** Cents of an amount; one beyond all bounds is refused like any other that is too large or too small: by the asset's own limit. */
export function parseStake(amount: number): Result<MinorUnits, PlacementRefusal> {
  const parsed = parseAmountMinor(amount);
  if (parsed.ok) return parsed;
  return parsed.error === 'out_of_range'
    ? ok(minorUnits(Math.sign(amount) * Number.MAX_SAFE_INTEGER))
    : err({ code: 'amount_invalid', values: {} });
}
