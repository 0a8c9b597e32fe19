import type { Option } from '@vigia/contract';
import type { PriceSource } from '@vigia/core/vocabulary';
import { useTick } from './market-store.ts';
import { useShownSource } from './shown-prices.ts';

/** Whether the prices on the screen are those the trade is decided by, on paper or at a broker; `shown` as far as it is known. */
export const isPricedHere = ({ source }: Pick<Option, 'source'>, shown: PriceSource | null): boolean =>
  source === shown;

/** The price now of what decides the trade; null where none has come, or another source decides. */
export function useTradePrice(trade: Pick<Option, 'source' | 'asset_symbol'>): number | null {
  const tick = useTick(trade.asset_symbol);
  const shown = useShownSource();
  return isPricedHere(trade, shown) ? (tick?.price ?? null) : null;
}
