/**
 * Returns the wait that a header `Retry-After` states, in milliseconds: a number of seconds, or a date (RFC 9110). Null
 * if the header is missing or states no future time.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isFinite(waitMs) && waitMs > 0 ? waitMs : null;
}
