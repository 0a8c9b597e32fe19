import { useEffect, useState } from 'react';
import { useAsset } from '#shared/lib/assets.ts';
import { useIsMarkedStale } from '#shared/lib/price-feed.ts';
import { useServices } from '#shared/lib/services.ts';
import type { LatestTick } from '#shared/lib/tick-store.ts';
import { useTickValue } from '#shared/lib/ticks.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { type OrderBlock, orderBlock, type PriceProblem, priceProblem } from './order-block.ts';

/**
 * Returns why no order for this symbol can be sent now. Returns null if an order can be sent. The result is updated
 * every second.
 */
export function useOrderBlock(symbol: string): OrderBlock | null {
  const online = useOnline();
  const asset = useAsset(symbol);
  const calledStale = useIsMarkedStale(symbol);
  const marketOpen = asset?.market_open ?? true;
  const ageMs = useAgeMs();
  useServerNow();
  return useTickValue(symbol, (tick) =>
    orderBlock({ online, marketOpen, calledStale, priceAgeMs: tick && ageMs(tick) }),
  );
}

/**
 * Returns why the price of a symbol is unusable now. Returns null if the price is usable, or if none has arrived yet.
 */
export function usePriceProblem(symbol: string): PriceProblem | null {
  const calledStale = useIsMarkedStale(symbol);
  const ageMs = useAgeMs();
  useServerNow();
  return useTickValue(symbol, (tick) => tick && priceProblem(calledStale, ageMs(tick)));
}

/**
 * Returns a function that computes the age of a tick. It reads the clock at each call. The clock reading of the last
 * second could be older than the tick.
 */
function useAgeMs(): (tick: LatestTick) => number {
  const { stream } = useServices();
  return ({ timeMs }) => Math.max(0, stream.serverNow() - timeMs);
}

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
