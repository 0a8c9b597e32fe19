import type { FEED_STATES } from '@vigia/contract';
import type { PriceSource } from '@vigia/core/vocabulary';
import { createStore } from 'zustand/vanilla';
import type { Stream } from './stream-client.ts';

/** The source of the prices on the screen, and the state of its feed. */
export type ShownPrices = { readonly source: PriceSource; readonly state: (typeof FEED_STATES)[number] };

export type PriceFeedState = {
  /** The shown prices; null before the server has named a source. */
  readonly prices: ShownPrices | null;
  /** Number of source changes: everything drawn before a change is obsolete. */
  readonly changes: number;
  /** Symbols for which the server reports that no new price arrives. */
  readonly staleSymbols: ReadonlySet<string>;
};

/** The source of the shown prices, kept up to date by the stream's `feed` events. */
export class PriceFeed {
  readonly store = createStore<PriceFeedState>()(() => ({ prices: null, changes: 0, staleSymbols: new Set() }));
  readonly #listeners = new Set<() => void>();

  constructor(stream: Stream) {
    stream.on('feed', ({ source, state, stale_symbols }) => {
      this.store.setState({ staleSymbols: new Set(stale_symbols) });
      this.set({ source, state });
    });
  }

  /** Sets the source and its state; a change of source notifies the listeners of {@link onSourceChange}. */
  set(prices: ShownPrices): void {
    const { prices: before, changes } = this.store.getState();
    const isAnother = before !== null && before.source !== prices.source;
    this.store.setState({ prices, changes: isAnother ? changes + 1 : changes });
    if (isAnother) for (const listener of this.#listeners) listener();
  }

  /** Sets the source of a price that was requested while the stream is down. A new source has the state `starting`. */
  setSource(source: PriceSource): void {
    if (this.store.getState().prices?.source !== source) this.set({ source, state: 'starting' });
  }

  /** Calls `listener` on each change of source. @returns the function that unsubscribes */
  onSourceChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
