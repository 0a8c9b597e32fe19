import type { PriceSource } from '@vigia/core/vocabulary';
import { useStore } from 'zustand';
import type { PriceFeedState, ShownPrices } from './price-feed-store.ts';
import { useServices } from './services.ts';

const usePriceFeed = <Read>(read: (state: PriceFeedState) => Read): Read =>
  useStore(useServices().priceFeed.store, read);

/** Returns the source of the prices on the screen and its state. Returns null until the server names a source. */
export const useShownPrices = (): ShownPrices | null => usePriceFeed(({ prices }) => prices);
/**
 * Returns whether the market of the price source is open. Until it is open, the server answers no requests for prices.
 */
export const useIsMarketOpen = (): boolean => usePriceFeed(({ prices }) => prices?.state !== 'starting');
export const useShownSource = (): PriceSource | null => usePriceFeed(({ prices }) => prices?.source ?? null);
export const useSourceChanges = (): number => usePriceFeed(({ changes }) => changes);
/** Returns whether the server reports the prices of this symbol as stale, which means that no new price arrives. */
export const useIsMarkedStale = (symbol: string): boolean => usePriceFeed((state) => state.staleSymbols.has(symbol));
