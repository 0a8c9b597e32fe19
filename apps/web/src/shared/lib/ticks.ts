import { priceSymbolOf } from '@vigia/core/vocabulary';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useServices } from './services.ts';
import type { LatestTick } from './tick-store.ts';

/** Returns the latest tick of a symbol. The component subscribes to the symbol and re-renders on its ticks only. */
export const useTick = (symbol: string): LatestTick | null => useTickValue(symbol, itself);

/** Returns a value computed from the latest tick. The component re-renders only if the result of `read` changes. */
export function useTickValue<Read>(asset: string, read: (tick: LatestTick | null) => Read): Read {
  const { stream, ticks } = useServices();
  const symbol = priceSymbolOf(asset);
  useEffect(() => stream.watch({ symbols: [symbol] }), [stream, symbol]);
  return useStore(
    ticks.store,
    useShallow(({ latest }) => read(latest.get(symbol) ?? null)),
  );
}

const itself = (tick: LatestTick | null): LatestTick | null => tick;
