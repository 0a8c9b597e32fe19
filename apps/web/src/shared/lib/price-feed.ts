import type { PriceSource } from '@vigia/core/vocabulary';
import { useStore } from 'zustand';
import type { PriceFeedState, ShownPrices } from './price-feed-store.ts';
import { useServices } from './services.ts';

const usePriceFeed = <Read>(read: (state: PriceFeedState) => Read): Read =>
  useStore(useServices().priceFeed.store, read);

/** Returns the shown prices; null before the server has named a source. */
export const useShownPrices = (): ShownPrices | null => usePriceFeed(({ prices }) => prices);
/** Returns whether the market of the source is open. Until then it answers no requests. */
export const useIsMarketOpen = (): boolean => usePriceFeed(({ prices }) => prices?.state !== 'starting');
export const useShownSource = (): PriceSource | null => usePriceFeed(({ prices }) => prices?.source ?? null);
export const useSourceChanges = (): number => usePriceFeed(({ changes }) => changes);
/** Returns whether the server reports that no new price arrives for this symbol. */
export const useIsMarkedStale = (symbol: string): boolean => usePriceFeed((state) => state.staleSymbols.has(symbol));
