import type { TickTuple } from '@vigia/contract';
import { useEffect } from 'react';
import { create } from 'zustand';
import { onSourceChange } from './shown-prices.ts';
import { stream } from './stream.ts';

/** The latest price of a symbol; `step` is −1, 0 or 1 against the price before. */
export type LatestTick = { readonly price: number; readonly timeMs: number; readonly step: -1 | 0 | 1 };

type MarketState = { readonly latest: ReadonlyMap<string, LatestTick> };

const useMarket = create<MarketState>()(() => ({ latest: new Map() }));

/** Takes in one frame of ticks; an older tick than the one at hand is passed over. */
export function takeTicks(ticks: readonly TickTuple[]): void {
  useMarket.setState(({ latest }) => {
    const next = new Map(latest);
    for (const [symbol, timeMs, price] of ticks) {
      const before = next.get(symbol);
      if (before && before.timeMs > timeMs) continue;
      next.set(symbol, { price, timeMs, step: stepBetween(before?.price, price) });
    }
    return { latest: next };
  });
}

stream.on('ticks', (event) => takeTicks(event.ticks));
onSourceChange(() => useMarket.setState({ latest: new Map() }));

/** The latest tick of a symbol, kept coming while mounted; re-renders on this symbol's ticks only. */
export function useTick(symbol: string): LatestTick | null {
  useEffect(() => stream.watch({ symbols: [symbol] }), [symbol]);
  return useMarket((market) => market.latest.get(symbol) ?? null);
}

function stepBetween(before: number | undefined, now: number): -1 | 0 | 1 {
  if (before === undefined || before === now) return 0;
  return now > before ? 1 : -1;
}
