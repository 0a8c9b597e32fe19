import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useServices } from './services.ts';
import type { LatestTick } from './tick-store.ts';

/** Returns the latest tick of a symbol and watches it while mounted; re-renders on ticks of this symbol only. */
export const useTick = (symbol: string): LatestTick | null => useOfTick(symbol, itself);

/** Returns part of the latest tick. The component re-renders only if the result of `read` changes. */
export function useOfTick<Read>(symbol: string, read: (tick: LatestTick | null) => Read): Read {
  const { stream, ticks } = useServices();
  useEffect(() => stream.watch({ symbols: [symbol] }), [stream, symbol]);
  return useStore(
    ticks.store,
    useShallow(({ latest }) => read(latest.get(symbol) ?? null)),
  );
}

const itself = (tick: LatestTick | null): LatestTick | null => tick;
