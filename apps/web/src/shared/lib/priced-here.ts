import type { Option } from '@vigia/contract';
import type { PriceSource } from '@vigia/core/vocabulary';
import { useShownSource } from './price-feed.ts';
import { useTick } from './ticks.ts';

/**
 * Returns whether the price source on the screen decides the trade. `shown` is that source, or null while it is
 * unknown.
 */
export const followsShownSource = ({ source }: Pick<Option, 'source'>, shown: PriceSource | null): boolean =>
  source === shown;

/**
 * Returns the current price of the source that decides the trade. Returns null if there is no tick, or if the screen
 * shows another source.
 */
export function useTradePrice(trade: Pick<Option, 'source' | 'asset_symbol'>): number | null {
  const tick = useTick(trade.asset_symbol);
  const shown = useShownSource();
  return followsShownSource(trade, shown) ? (tick?.price ?? null) : null;
}
