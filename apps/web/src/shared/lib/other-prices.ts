import type { PriceSource } from '@vigia/core/vocabulary';
import { libMessages } from './messages.es.ts';
import { useShownSource } from './price-feed.ts';

/** The price source in use and the price source on the screen; both texts follow «precios». */
type OtherPrices = { readonly own: string; readonly seen: string };

/** Returns null if both sources are the same, or the source on the screen is not known yet. */
export function useOtherPrices(source: PriceSource | undefined): OtherPrices | null {
  const shown = useShownSource();
  if (source === undefined || shown === null || shown === source) return null;
  return { own: libMessages.pricesOf(source), seen: libMessages.pricesOf(shown) };
}
