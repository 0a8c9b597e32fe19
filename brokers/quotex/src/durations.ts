/**
 * The way in which an order states its expiry. `timer` (optionType 100): seconds after the start. `grid` (optionType
 * 1): the next multiple of the duration. Both are from community sources.
 */
export type ExpiryStyle = 'timer' | 'grid';

const MINUTE_S = 60;
const DAY_S = 86_400;

/**
 * Returns the expiry style of an asset. Two community clients send timers only for OTC assets. A third client reports
 * that the broker does not answer an order with the wrong style (docs/spec/brokers/quotex.md §3).
 * @param name name of the asset: the broker's (`EURUSD_otc`) or Vigía's (`EURUSD-OTC`)
 */
export const expiryStyleOf = (name: string): ExpiryStyle => (/[_-]otc$/i.test(name) ? 'timer' : 'grid');

/** Returns whether an asset of this style can have the duration. A `grid` expiry is at a whole minute. */
export const allowsDuration = (style: ExpiryStyle, durationS: number): boolean =>
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
 * Returns the largest difference, in milliseconds, between the requested duration of an order and its real duration. A
 * `grid` expiry is the nearest one after at least half of the duration.
 */
export const expiryErrorMs = (style: ExpiryStyle, durationS: number): number =>
  style === 'timer' ? 0 : durationS * 500;

/** Returns the next full minute, or the minute after it if less than 30 s remain. */
function nextMinute(nowS: number): number {
  const secondS = Math.floor(nowS) % MINUTE_S;
  return Math.floor(nowS) - secondS + MINUTE_S * (secondS >= MINUTE_S / 2 ? 2 : 1);
}

/**
 * Returns the next multiple of the duration since midnight, or the multiple after it if more than half of the period
 * has passed.
 */
function nextBoundary(nowS: number, durationS: number): number {
  const midnightS = Math.floor(nowS / DAY_S) * DAY_S;
  const goneS = (nowS - midnightS) % durationS;
  return Math.floor(nowS - goneS) + durationS * (goneS > durationS / 2 ? 2 : 1);
}
