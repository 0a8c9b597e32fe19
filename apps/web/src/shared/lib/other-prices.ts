import type { PriceSource } from '@vigia/core/vocabulary';
import { libMessages } from './messages.es.ts';
import { useShownSource } from './shown-prices.ts';

/** Whose prices something works on and whose are on the screen; both stand after «precios». */
type OtherPrices = { readonly own: string; readonly seen: string };

/** null where they are the same, or nobody has said yet whose are on the screen. */
export function useOtherPrices(source: PriceSource | undefined): OtherPrices | null {
  const shown = useShownSource();
  if (source === undefined || shown === null || shown === source) return null;
  return { own: libMessages.pricesOf(source), seen: libMessages.pricesOf(shown) };
}
