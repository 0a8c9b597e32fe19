import type { EpochMs } from '#kernel/index.ts';
import { integerRange } from '#vocabulary/index.ts';

/** Range of the oldest age of a message, by its own time, in seconds. */
export const EXTERNAL_AGE_SECONDS = integerRange(10, 1, 300);

/** Longest time in milliseconds from the receipt of a message to its signal. A restart in between makes it late. */
export const WORK_TOLERANCE_MS = 3_000;

/** Time in milliseconds by which the sender's clock may be ahead. */
const AHEAD_MS = 3_000;

/** Why the time of a message does not allow a signal; `ageMs` is its age, negative if it is from the future. */
export type TimingFault = { readonly kind: 'too_old' | 'from_future'; readonly ageMs: number };

/**
 * Checks the time that a message states.
 * @param statedMs null: the message states no time, and counts as written when it was received
 * @returns null if the message is in time
 */
export function timingFault(statedMs: EpochMs | null, receivedMs: EpochMs, maxAgeSeconds: number): TimingFault | null {
  if (statedMs === null) return null;
  const ageMs = receivedMs - statedMs;
  if (ageMs > maxAgeSeconds * 1_000) return { kind: 'too_old', ageMs };
  return ageMs < -AHEAD_MS ? { kind: 'from_future', ageMs } : null;
}
