import type { FEED_STATES } from '@vigia/contract';
import type { PriceSource } from '@vigia/core/vocabulary';
import { create } from 'zustand';
import { stream } from './stream.ts';

/** Whose prices are on the screen, and whether they come. */
export type ShownPrices = { readonly source: PriceSource; readonly state: (typeof FEED_STATES)[number] };

/** `changes` counts how often they became another's: what was drawn before is of no use then. */
type Shown = { readonly prices: ShownPrices | null; readonly changes: number };

const useShown = create<Shown>()(() => ({ prices: null, changes: 0 }));
const listeners = new Set<() => void>();

/** Takes in whose prices come now; whoever keeps prices of another source is told to forget them. */
export function takeShownPrices(prices: ShownPrices): void {
  const { prices: before, changes } = useShown.getState();
  const isAnother = before !== null && before.source !== prices.source;
  useShown.setState({ prices, changes: isAnother ? changes + 1 : changes });
  if (isAnother) for (const listener of listeners) listener();
}

/** The same where only the source is told: a price that was asked for while the stream is down. */
export function takeShownSource(source: PriceSource): void {
  if (useShown.getState().prices?.source !== source) takeShownPrices({ source, state: 'starting' });
}

stream.on('feed', ({ source, state }) => takeShownPrices({ source, state }));

/** null before the server has said. */
export const useShownPrices = (): ShownPrices | null => useShown(({ prices }) => prices);
/** false while the market of that source is not open yet: nothing can be asked of it. */
export const useIsMarketOpen = (): boolean => useShown(({ prices }) => prices?.state !== 'starting');
export const useShownSource = (): PriceSource | null => useShown(({ prices }) => prices?.source ?? null);
export const useSourceChanges = (): number => useShown(({ changes }) => changes);

/** Calls `listener` whenever the prices become another source's, until the answer is called. */
export function onSourceChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
