import { BROKER_SERVER_ZONE } from '#vocabulary/index.ts';
import type { FileGap } from './facts.ts';
import { type OffsetOf, offsetsOf, utcClock } from './wall-clock.ts';

/** Time zones with which a file is compared. If several match equally well, the finding names them in this order. */
export const FILE_ZONES = [
  'UTC',
  'America/New_York',
  BROKER_SERVER_ZONE,
  'Etc/GMT+5',
  'Europe/London',
  'Europe/Madrid',
  'Europe/Athens',
  'America/Mexico_City',
  'America/Bogota',
  'America/Argentina/Buenos_Aires',
  'America/Chicago',
  'Asia/Kolkata',
  'Asia/Tokyo',
] as const;

/** The finding about the time zone of a file's clock, from the gaps between its candles. */
export type ZoneFinding =
  /** No gap resembles a weekend or a night of a known market, so the time zone remains unknown. */
  | { readonly kind: 'no_gaps' }
  /** The file has gaps, but they match the closing and opening times of the market in no time zone. */
  | { readonly kind: 'unclear'; readonly gaps: number }
  /**
   * `zones`: the time zones that match equally well, the best known first. `matched` of the `gaps` match the closing
   * and opening times of the market.
   */
  | { readonly kind: 'found'; readonly zones: readonly string[]; readonly gaps: number; readonly matched: number };

type Market = {
  readonly zone: string;
  /** Minutes of the day, on the clock of the market, at which the market closes and opens. */
  readonly closeMinute: number;
  readonly openMinute: number;
  readonly gapHours: readonly [shortest: number, longest: number];
};

/** Currency markets are closed from Friday to Sunday, 17:00 in New York. Stock markets are closed at night. */
const MARKETS: readonly Market[] = [
  { zone: 'America/New_York', closeMinute: 1_020, openMinute: 1_020, gapHours: [36, 60] },
  { zone: 'America/New_York', closeMinute: 960, openMinute: 570, gapHours: [12, 20] },
  { zone: 'Europe/Madrid', closeMinute: 1_050, openMinute: 540, gapHours: [12, 20] },
];
const [MINUTE_S, HOUR_S, DAY_MINUTES] = [60, 3_600, 1_440] as const;
/**
 * Largest number of minutes by which the last candle before a gap may be early, and by which the first candle after the
 * gap may be late. Few trades happen at these times.
 */
const EARLY_MINUTES = 20;
const LATE_MINUTES = 20;
const SHARE_NEEDED = 0.7;

/**
 * Compares the gaps of a file with the weekends and nights of markets in each time zone. If several zones match equally
 * well, the function returns all of them.
 */
export function findZone(
  gaps: readonly FileGap[],
  offsetOf: OffsetOf,
  zones: readonly string[] = FILE_ZONES,
): ZoneFinding {
  let best: { readonly zones: readonly string[]; readonly gaps: number; readonly matched: number } | null = null;
  let seen = 0;
  for (const market of MARKETS) {
    const alike = gaps.filter((gap) => isLike(gap, market));
    seen = Math.max(seen, alike.length);
    if (alike.length === 0) continue;
    const scored = zones.map((zone) => ({ zone, matched: matchesOf(alike, zone, market, offsetOf) }));
    const matched = Math.max(...scored.map((score) => score.matched));
    if (matched / alike.length < SHARE_NEEDED || matched <= (best?.matched ?? 0)) continue;
    best = {
      zones: scored.filter((score) => score.matched === matched).map(({ zone }) => zone),
      gaps: alike.length,
      matched,
    };
  }
  if (best !== null) return { kind: 'found', ...best };
  return seen === 0 ? { kind: 'no_gaps' } : { kind: 'unclear', gaps: seen };
}

function isLike({ closeTime, openTime }: FileGap, { gapHours: [shortest, longest] }: Market): boolean {
  const hours = (openTime - closeTime) / HOUR_S;
  return hours >= shortest && hours <= longest;
}

function matchesOf(gaps: readonly FileGap[], zone: string, market: Market, offsetOf: OffsetOf): number {
  const toUtc = utcClock(zone, offsetOf);
  const offsets = offsetsOf(market.zone, offsetOf);
  const minuteOf = (wallTime: number): number => {
    const utc = toUtc(wallTime);
    return ((utc + offsets(utc)) / MINUTE_S) % DAY_MINUTES;
  };
  const isMatch = ({ closeTime, openTime }: FileGap): boolean =>
    isWithin(minuteOf(closeTime) - market.closeMinute, -EARLY_MINUTES, 1) &&
    isWithin(minuteOf(openTime) - market.openMinute, -1, LATE_MINUTES);
  return gaps.filter(isMatch).length;
}

/** Returns true if a difference in minutes of the day is between two bounds, also across midnight. */
function isWithin(difference: number, least: number, most: number): boolean {
  const wrapped = ((difference + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2;
  return wrapped >= least && wrapped <= most;
}
