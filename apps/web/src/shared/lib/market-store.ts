import type { TickTuple } from '@vigia/contract';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
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

/** What came since the last frame of the screen. */
let waiting: TickTuple[] = [];

function takeWaiting(): void {
  const ticks = waiting;
  waiting = [];
  if (ticks.length > 0) takeTicks(ticks);
}

/**
 * Takes them in with the next frame, however many came by then, as the last thing in it: a chart measures the page with the
 * tick, and draws with the frame. Changed before that, the page would be styled and laid out there, and again at the end.
 */
export function takeWithNextFrame(ticks: readonly TickTuple[]): void {
  if (waiting.length === 0) afterThis(() => requestAnimationFrame(takeWaiting));
  waiting.push(...ticks);
  // A page nobody sees has no frames.
  if (document.hidden) takeWaiting();
}

/** In a task of its own, which comes sooner than a timer: once all who hear the same event have asked for their frames. */
function afterThis(task: () => void): void {
  const { port1, port2 } = new MessageChannel();
  const heard = () => {
    port1.close();
    task();
  };
  port1.addEventListener('message', heard, { once: true });
  port1.start();
  port2.postMessage(null);
}

stream.on('ticks', ({ ticks }) => takeWithNextFrame(ticks));
onSourceChange(() => {
  waiting = [];
  useMarket.setState({ latest: new Map() });
});

/** The latest tick of a symbol, kept coming while mounted; re-renders on this symbol's ticks only. */
export const useTick = (symbol: string): LatestTick | null => useOfTick(symbol, asItIs);

/** The same for who needs less than the tick: re-renders only where what `read` makes of it is another. */
export function useOfTick<Read>(symbol: string, read: (tick: LatestTick | null) => Read): Read {
  useEffect(() => stream.watch({ symbols: [symbol] }), [symbol]);
  return useMarket(useShallow(({ latest }) => read(latest.get(symbol) ?? null)));
}

const asItIs = (tick: LatestTick | null): LatestTick | null => tick;

function stepBetween(before: number | undefined, now: number): -1 | 0 | 1 {
  if (before === undefined || before === now) return 0;
  return now > before ? 1 : -1;
}
