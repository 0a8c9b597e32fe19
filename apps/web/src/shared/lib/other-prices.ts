import type { PriceSource } from '@vigia/core/vocabulary';
import { libMessages } from './messages.es.ts';
import { useShownSource } from './price-feed.ts';

/** Words for the price source of the account and for the price source on the screen. Both follow «precios». */
type OtherPrices = { readonly own: string; readonly seen: string };

/**
 * Returns words for the two price sources. Returns null if they are equal, or while the source on the screen is
 * unknown.
 */
export function useOtherPrices(source: PriceSource | undefined): OtherPrices | null {
  const shown = useShownSource();
  if (source === undefined || shown === null || shown === source) return null;
  return { own: libMessages.pricesOf(source), seen: libMessages.pricesOf(shown) };
}
