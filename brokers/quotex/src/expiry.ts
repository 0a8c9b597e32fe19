/**
 * How an order says when it ends. `timer` (optionType 100): so many seconds after it begins; all sources agree on it
 * for OTC assets. `grid` (optionType 1): at the next boundary of its duration, as the classic board does; the setting
 * to fall back to where the broker refuses timers [C].
 */
export type ExpiryStyle = 'timer' | 'grid';

const MINUTE_S = 60;
const DAY_S = 86_400;

/** The fields `optionType` and `time` of an order of that duration, at that time of the broker's. */
export function expiryFields(
  style: ExpiryStyle,
  durationS: number,
  nowS: number,
): { optionType: number; time: number } {
  if (style === 'timer') return { optionType: 100, time: durationS };
  return { optionType: 1, time: durationS <= MINUTE_S ? nextMinute(nowS) : nextBoundary(nowS, durationS) };
}

/** The next full minute, or the one after it where less than 30 s are left. */
function nextMinute(nowS: number): number {
  const secondS = Math.floor(nowS) % MINUTE_S;
  return Math.floor(nowS) - secondS + MINUTE_S * (secondS >= MINUTE_S / 2 ? 2 : 1);
}

/** The next multiple of the duration since midnight, or the one after it where more than half the period is gone. */
function nextBoundary(nowS: number, durationS: number): number {
  const midnightS = Math.floor(nowS / DAY_S) * DAY_S;
  const goneS = (nowS - midnightS) % durationS;
  return Math.floor(nowS - goneS) + durationS * (goneS > durationS / 2 ? 2 : 1);
}
