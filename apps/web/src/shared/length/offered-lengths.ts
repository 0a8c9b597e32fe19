import type { Asset } from '@vigia/contract';
import { countOf, type TradeLength } from '@vigia/core/trades';

/** The trade durations that an asset offers. */
export type OfferedLengths = Pick<Asset, 'durations' | 'durations_seconds' | 'durations_ticks'>;

/**
 * Returns the durations that an asset offers in a unit, as counts of this unit. Returns null if every count is allowed
 * or the asset is unknown.
 */
export function offeredCountsIn(
  asset: OfferedLengths | undefined,
  unit: TradeLength['unit'],
): readonly number[] | null {
  if (asset === undefined) return null;
  return { minutes: asset.durations, seconds: asset.durations_seconds, ticks: asset.durations_ticks }[unit];
}

export const isOffered = (asset: OfferedLengths | undefined, length: TradeLength): boolean =>
  offeredCountsIn(asset, length.unit)?.includes(countOf(length)) ?? true;

/**
 * Returns the units that an asset offers, shortest first. The unit of the chosen duration is included even if the asset
 * does not offer it.
 */
export const unitsOf = (asset: OfferedLengths | undefined, { unit: chosen }: TradeLength): TradeLength['unit'][] =>
  (['seconds', 'ticks', 'minutes'] as const).filter(
    (unit) => unit === chosen || unit === 'minutes' || (offeredCountsIn(asset, unit)?.length ?? 0) > 0,
  );
