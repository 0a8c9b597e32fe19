import type { PriceSource } from '@vigia/core/vocabulary';
import { libMessages } from './messages.es.ts';
import { useShownSource } from './price-feed.ts';

/**
 * Words for two price sources: the one that the account uses and the one on the screen. Both follow «precios» in a
 * sentence.
 */
type OtherPrices = { readonly own: string; readonly seen: string };

/**
 * Returns a sentence about both price sources if they differ. Returns null if they are equal, or while the source on
 * the screen is unknown.
 */
export function useOtherPricesWarning(source: PriceSource | undefined): OtherPrices | null {
  const shown = useShownSource();
  if (source === undefined || shown === null || shown === source) return null;
  return { own: libMessages.pricesOf(source), seen: libMessages.pricesOf(shown) };
}
