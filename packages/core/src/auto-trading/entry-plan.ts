import { type DurationMs, type EpochMs, epochMs } from '#kernel/index.ts';
import { ENTRY_TOLERANCE_MS } from './lateness.ts';

const SECOND_MS = 1_000;
/**
 * Largest expected delay, in milliseconds, after a whole second with which an order still belongs to that second. It is
 * half of the precision of docs/spec/trading.md §10, because orders of many users delay each other.
 */
export const ENTRY_REACH_MS = 100;

/**
 * Time in milliseconds between the start of writing an order and its sending. Orders of many users on one second are
 * written one after another; the time lets all of them be ready for their second.
 */
export const ENTRY_PREPARATION_MS = 250;

/** When to start writing an order, and when to send it, both by the venue's clock. */
export type EntryPlan = { readonly writeAtMs: EpochMs; readonly sendAtMs: EpochMs };

/** Time at the venue, and the expected times of writing an order and of its way to the venue. */
type EntryTimes = { readonly nowMs: EpochMs; readonly writingMs: DurationMs; readonly transitMs: DurationMs };

/**
 * Plans the order of a signal. The venue should accept the order on a whole second. This second is the signal's entry
 * or, if an order cannot arrive by then, the first later second in reach. An entry between two seconds, which follows a
 * touch of the price, is not planned. An entry is not planned either if it would be late after a wait.
 * @param entryTimeMs entry of the signal, by the venue's clock
 * @returns both times are `nowMs` if the order should be sent immediately
 */
export function plannedEntry(entryTimeMs: EpochMs, { nowMs, writingMs, transitMs }: EntryTimes): EntryPlan {
  const now = { writeAtMs: nowMs, sendAtMs: nowMs };
  if (entryTimeMs % SECOND_MS !== 0) return now;
  const overdueMs = nowMs + writingMs + transitMs - ENTRY_REACH_MS - entryTimeMs;
  const acceptedMs = entryTimeMs + Math.max(0, Math.ceil(overdueMs / SECOND_MS)) * SECOND_MS;
  if (acceptedMs >= entryTimeMs + ENTRY_TOLERANCE_MS) return now;
  const sendAtMs = Math.max(nowMs, acceptedMs - transitMs);
  const writeAtMs = Math.max(nowMs, sendAtMs - Math.max(ENTRY_PREPARATION_MS, writingMs));
  return { writeAtMs: epochMs(writeAtMs), sendAtMs: epochMs(sendAtMs) };
}
