/**
 * How an order states its expiry. `timer` (optionType 100): seconds after the begin. `grid` (optionType 1): the next
 * multiple of the duration. Both come from community sources.
 */
export type ExpiryStyle = 'timer' | 'grid';

const MINUTE_S = 60;
const DAY_S = 86_400;

/**
 * The style that an asset takes. Two community clients send timers for OTC assets only. A third reports that the broker
 * does not answer an order in a style that the asset does not take (docs/spec/brokers/quotex.md §3).
 * @param name of the asset, the broker's (`EURUSD_otc`) or ours (`EURUSD-OTC`)
 */
export const expiryStyleOf = (name: string): ExpiryStyle => (/[_-]otc$/i.test(name) ? 'timer' : 'grid');

/** Whether an asset of this style can have the duration. A `grid` expiry is a whole minute. */
export const takesDuration = (style: ExpiryStyle, durationS: number): boolean =>
  style === 'timer' || (durationS > 0 && durationS % MINUTE_S === 0);

/** Returns the fields `optionType` and `time` of an order from its duration and the broker's current time. */
export function expiryFields(
  style: ExpiryStyle,
  durationS: number,
  nowS: number,
): { optionType: number; time: number } {
  if (style === 'timer') return { optionType: 100, time: durationS };
  return { optionType: 1, time: durationS <= MINUTE_S ? nextMinute(nowS) : nextBoundary(nowS, durationS) };
}

/**
 * Largest difference between an order's duration and the time it runs, in milliseconds. A `grid` expiry is the
 * nearest one that leaves half of the duration.
 */
export const expiryErrorMs = (style: ExpiryStyle, durationS: number): number =>
  style === 'timer' ? 0 : durationS * 500;

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
