import { minutesLong, secondsLong, secondsOf, type TradeLength } from '@vigia/core/trades';
import { LIMITS } from '@vigia/core/vocabulary';
import { type OfferedLengths, offeredCountsIn } from './offered-lengths.ts';

const MINUTE_S = 60;

/** Returns the durations with a time that an asset offers around this many seconds. Durations in ticks have no time. */
function offeredAround(asset: OfferedLengths | undefined, durationS: number): readonly TradeLength[] {
  const inMinutes = durationS / MINUTE_S;
  const anyMinutes = [Math.floor(inMinutes), Math.ceil(inMinutes)].map((count) =>
    Math.min(LIMITS.durationMaxMinutes, Math.max(1, count)),
  );
  return [
    ...(offeredCountsIn(asset, 'seconds') ?? []).map(secondsLong),
    ...(offeredCountsIn(asset, 'minutes') ?? anyMinutes).map(minutesLong),
  ];
}

/**
 * Returns the offered duration that is nearest to this many seconds. Of two equally near ones it is the shorter. Null
 * if the asset offers only durations in ticks.
 */
export function nearestLength(asset: OfferedLengths | undefined, durationS: number): TradeLength | null {
  const distance = (length: TradeLength) => Math.abs((secondsOf(length) ?? Number.POSITIVE_INFINITY) - durationS);
  const [nearest = null] = offeredAround(asset, durationS).toSorted(
    (a, b) => distance(a) - distance(b) || (secondsOf(a) ?? 0) - (secondsOf(b) ?? 0),
  );
  return nearest;
}

/**
 * Returns the next longer or shorter duration that an asset offers. Null if there is none. Without a list of minutes,
 * the next whole minute counts.
 */
export function nextLength(
  asset: OfferedLengths | undefined,
  length: TradeLength,
  direction: 1 | -1,
): TradeLength | null {
  const durationS = secondsOf(length);
  if (durationS === null) return null;
  const beyond = durationS + direction * MINUTE_S;
  const [next = null] = [...offeredAround(asset, durationS), ...offeredAround(asset, Math.max(1, beyond))]
    .filter((each) => direction * ((secondsOf(each) ?? 0) - durationS) > 0)
    .toSorted((a, b) => direction * ((secondsOf(a) ?? 0) - (secondsOf(b) ?? 0)));
  return next;
}
