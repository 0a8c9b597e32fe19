import type { BrokerStatusView } from '@vigia/contract';

/** Remaining time in milliseconds below which the app warns. Broker sessions with a known end last two days. */
const WARN_BEFORE_MS = 6 * 3_600_000;

/**
 * Returns the milliseconds until the broker session ends, if it ends soon. Returns null if it ends later, or if its end
 * is unknown.
 */
export function msUntilNearExpiry(
  { connection_status, connection_info }: BrokerStatusView,
  nowMs: number,
): number | null {
  const { expires_at: expiresAt } = connection_info;
  if (expiresAt === null || connection_status !== 'connected') return null;
  const leftMs = Date.parse(expiresAt) - nowMs;
  return leftMs <= WARN_BEFORE_MS ? Math.max(0, leftMs) : null;
}

/** Formats a remaining time in whole hours, or in minutes below one hour, rounded down: `3 h`, `20 min`. */
export const remainingTimeText = (leftMs: number): string =>
  leftMs >= 3_600_000 ? `${Math.floor(leftMs / 3_600_000)} h` : `${Math.floor(leftMs / 60_000)} min`;
