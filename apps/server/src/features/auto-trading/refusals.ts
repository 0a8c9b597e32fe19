import { fillMessage, LADDER_FAULTS_ES } from '@vigia/contract';
import type { LadderRefused, SetupRefused } from '@vigia/core/automation';
import type { EpochMs } from '@vigia/core/kernel';
import { money, type PlacementRefusal, resetText } from '../trading/index.ts';

/** Returns the refusal for a limit of the setup itself. */
export function setupRefusal(
  { limit, value, resetsAtMs }: SetupRefused,
  name: string,
  reader: { readonly nowMs: EpochMs; readonly timeZone: string },
): PlacementRefusal {
  const resets = resetText(resetsAtMs, reader.nowMs, reader.timeZone);
  const details = [{ path: 'resets_at', message: new Date(resetsAtMs).toISOString() }];
  return limit === 'operations'
    ? { code: 'automation_operations_limit', values: { name, limit: value, resets }, details }
    : { code: 'automation_loss_limit', values: { name, limit: money(value), resets }, details };
}

/** Returns the refusal of a martingale that may not start. */
export const ladderRefusal = ({ fault, amountMinor, limitMinor }: LadderRefused): PlacementRefusal => ({
  code: 'martingale_refused',
  values: { why: fillMessage(LADDER_FAULTS_ES[fault], { amount: money(amountMinor), limit: money(limitMinor) }) },
});
