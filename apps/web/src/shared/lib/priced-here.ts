import type { Option } from '@vigia/contract';
import type { PriceSource } from '@vigia/core/vocabulary';
import { useShownSource } from './price-feed.ts';
import { useTick } from './ticks.ts';

/** Returns whether the source on the screen (`shown`, null if unknown) decides the trade, on paper or at a broker. */
export const followsShownSource = ({ source }: Pick<Option, 'source'>, shown: PriceSource | null): boolean =>
  source === shown;

/**
 * Returns the current price of the source that decides the trade; null without a tick, or if another source decides.
 */
export function useTradePrice(trade: Pick<Option, 'source' | 'asset_symbol'>): number | null {
  const tick = useTick(trade.asset_symbol);
  const shown = useShownSource();
  return followsShownSource(trade, shown) ? (tick?.price ?? null) : null;
}
