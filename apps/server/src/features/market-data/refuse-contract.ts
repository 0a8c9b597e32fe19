import type { TradeLength } from '@vigia/core/trades';
import type { BrokerId } from '@vigia/core/vocabulary';
import { durationUnavailable } from './duration-unavailable.ts';
import type { MarketData } from './market-data.ts';
import { unknownAsset } from './markets/unknown-asset.ts';

/** The asset and duration that a strategy or setup would trade. `broker` is null for the paper account. */
type WantedContract = { readonly asset: string; readonly length: TradeLength; readonly broker: BrokerId | null };

/**
 * Returns the refusal of rules on an asset that the market does not list, or with a duration that the market does not
 * offer; null if it offers both. At a broker, durations in seconds and ticks are accepted here, because the broker's
 * session may be closed now. The order of each signal checks them again (docs/decisions/0053-lengths-of-automation.md).
 */
export function contractRefusal(
  market: Pick<MarketData, 'assets' | 'asset' | 'payoutBp'>,
  { asset, length, broker }: WantedContract,
  nowMs: number,
) {
  if (market.asset(asset) === undefined) return unknownAsset(market, asset);
  if (broker !== null && length.unit !== 'minutes') return null;
  return market.payoutBp(asset, length, nowMs) === null ? durationUnavailable(asset, length) : null;
}
