import type { Asset } from '@vigia/contract';
import { countOf, type TradeLength } from '@vigia/core/trades';

/** The lengths that an asset offers. */
export type Offering = Pick<Asset, 'durations' | 'durations_seconds' | 'durations_ticks'>;

/** Returns the counts that an asset offers in a unit; null if it offers any, or its list is not known yet. */
export function countsIn(asset: Offering | undefined, unit: TradeLength['unit']): readonly number[] | null {
  if (asset === undefined) return null;
  return { minutes: asset.durations, seconds: asset.durations_seconds, ticks: asset.durations_ticks }[unit];
}

export const isOffered = (asset: Offering | undefined, length: TradeLength): boolean =>
  countsIn(asset, length.unit)?.includes(countOf(length)) ?? true;

/** Returns the units of an asset, shortest first, with the chosen one even if the asset does not have it. */
export const unitsOf = (asset: Offering | undefined, { unit: chosen }: TradeLength): TradeLength['unit'][] =>
  (['seconds', 'ticks', 'minutes'] as const).filter(
    (unit) => unit === chosen || unit === 'minutes' || (countsIn(asset, unit)?.length ?? 0) > 0,
  );
