import type { FEED_STATES } from '@vigia/contract';
import type { PriceSource } from '@vigia/core/vocabulary';
import { createStore } from 'zustand/vanilla';
import type { Stream } from './stream-client.ts';

/** The source of the prices on the screen, and the state of its price feed. */
export type ShownPrices = { readonly source: PriceSource; readonly state: (typeof FEED_STATES)[number] };

export type PriceFeedState = {
  /** Source and state. Null until the server names a source. */
  readonly prices: ShownPrices | null;
  /** How often the price source has changed. Data from before a change is obsolete. */
  readonly changes: number;
  /** Symbols whose prices are stale according to the server: no new price arrives. */
  readonly staleSymbols: ReadonlySet<string>;
};

/** Stores the price source of the screen. The `feed` events of the stream update it. */
export class PriceFeed {
  readonly store = createStore<PriceFeedState>()(() => ({ prices: null, changes: 0, staleSymbols: new Set() }));
  readonly #listeners = new Set<() => void>();

  constructor(stream: Stream) {
    stream.on('feed', ({ source, state, stale_symbols }) => {
      this.store.setState({ staleSymbols: new Set(stale_symbols) });
      this.set({ source, state });
    });
  }

  /**
   * Sets the price source and its state. If the source has changed, notifies the listeners of {@link onSourceChange}.
   */
  set(prices: ShownPrices): void {
    const { prices: before, changes } = this.store.getState();
    const isAnother = before !== null && before.source !== prices.source;
    this.store.setState({ prices, changes: isAnother ? changes + 1 : changes });
    if (isAnother) for (const listener of this.#listeners) listener();
  }

  /**
   * Sets the source of a price that was polled while the stream is disconnected. If the source is new, its state is
   * `starting`.
   */
  setSource(source: PriceSource): void {
    if (this.store.getState().prices?.source !== source) this.set({ source, state: 'starting' });
  }

  /**
   * Calls `listener` on each change of source.
   * @returns the function that unsubscribes
   */
  onSourceChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
