/**
 * How an order states its expiry. `timer` (optionType 100): seconds after the begin; all sources agree on this for OTC
 * assets. `grid` (optionType 1): the next multiple of the duration; the fallback if the broker refuses timers. Both
 * come from community sources.
 */
export type ExpiryStyle = 'timer' | 'grid';

const MINUTE_S = 60;
const DAY_S = 86_400;

/** Returns the fields `optionType` and `time` of an order from its duration and the broker's current time. */
export function expiryFields(
  style: ExpiryStyle,
  durationS: number,
  nowS: number,
): { optionType: number; time: number } {
  if (style === 'timer') return { optionType: 100, time: durationS };
  return { optionType: 1, time: durationS <= MINUTE_S ? nextMinute(nowS) : nextBoundary(nowS, durationS) };
}

/** The next full minute, or the one after it if less than 30 s remain. */
function nextMinute(nowS: number): number {
  const secondS = Math.floor(nowS) % MINUTE_S;
  return Math.floor(nowS) - secondS + MINUTE_S * (secondS >= MINUTE_S / 2 ? 2 : 1);
}

/** The next multiple of the duration since midnight, or the one after it if more than half of the period has passed. */
function nextBoundary(nowS: number, durationS: number): number {
  const midnightS = Math.floor(nowS / DAY_S) * DAY_S;
  const goneS = (nowS - midnightS) % durationS;
  return Math.floor(nowS - goneS) + durationS * (goneS > durationS / 2 ? 2 : 1);
}
