import { useEffect, useState } from 'react';
import { useAsset } from '#shared/lib/assets.ts';
import { type LatestTick, useOfTick } from '#shared/lib/market-store.ts';
import { stream } from '#shared/lib/stream.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { type OrderBlock, orderBlock, type PriceDoubt, priceDoubt } from './order-block.ts';
import { useIsCalledStale } from './stale-symbols.ts';

/** Why no order for this symbol can be sent now, followed second by second; null = it can. */
export function useOrderBlock(symbol: string): OrderBlock | null {
  const online = useOnline();
  const asset = useAsset(symbol);
  const calledStale = useIsCalledStale(symbol);
  const marketOpen = asset?.market_open ?? true;
  useServerNow();
  return useOfTick(symbol, (tick) => orderBlock({ online, marketOpen, calledStale, priceAgeMs: tick && ageMs(tick) }));
}

/** Why the price of a symbol is nothing to go by now; null while it is, or none has come. */
export function usePriceDoubt(symbol: string): PriceDoubt | null {
  const calledStale = useIsCalledStale(symbol);
  useServerNow();
  return useOfTick(symbol, (tick) => tick && priceDoubt(calledStale, ageMs(tick)));
}

/** Not by the reading of the last second: a tick that came after it would be from the future. */
const ageMs = ({ timeMs }: LatestTick): number => Math.max(0, stream.serverNow() - timeMs);

function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const read = () => setOnline(navigator.onLine);
    window.addEventListener('online', read);
    window.addEventListener('offline', read);
    return () => {
      window.removeEventListener('online', read);
      window.removeEventListener('offline', read);
    };
  }, []);
  return online;
}
