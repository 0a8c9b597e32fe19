import { type DurationMs, type EpochMs, epochMs } from '#kernel/index.ts';
import { ENTRY_TOLERANCE_MS } from './lateness.ts';

const SECOND_MS = 1_000;
/**
 * Largest difference, in milliseconds, that the plan allows between the acceptance of an order and its whole second.
 */
export const ENTRY_PRECISION_MS = 200;

/**
 * Returns the time at which to send the order of a signal. The venue should accept the order on a whole second. This
 * second is the signal's entry or, if an order cannot arrive by then, the first later second in reach. An entry between
 * two seconds, which follows a touch of the price, is not planned. An entry is not planned either if it would be late
 * after a wait.
 * @param entryTimeMs entry of the signal, by the venue's clock
 * @param now time and expected latency at the venue: `nowMs` by the venue's clock, and `leadMs` from sending to
 * acceptance
 * @returns the time by the venue's clock; `nowMs` if the order should be sent immediately
 */
export function plannedSendTime(
  entryTimeMs: EpochMs,
  { nowMs, leadMs }: { readonly nowMs: EpochMs; readonly leadMs: DurationMs },
): EpochMs {
  if (entryTimeMs % SECOND_MS !== 0) return nowMs;
  const overdueMs = nowMs + leadMs - ENTRY_PRECISION_MS - entryTimeMs;
  const plannedMs = entryTimeMs + Math.max(0, Math.ceil(overdueMs / SECOND_MS)) * SECOND_MS;
  if (plannedMs >= entryTimeMs + ENTRY_TOLERANCE_MS) return nowMs;
  return epochMs(Math.max(nowMs, plannedMs - leadMs));
}
