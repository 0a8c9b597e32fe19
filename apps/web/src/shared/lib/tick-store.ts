import type { TickTuple } from '@vigia/contract';
import { createStore } from 'zustand/vanilla';
import { requestFrameEnd } from './frame-end.ts';
import type { PriceFeed } from './price-feed-store.ts';
import type { Stream } from './stream-client.ts';

/** Latest price of a symbol. `step` is the direction of the change from the previous price: −1, 0 or 1. */
export type LatestTick = { readonly price: number; readonly timeMs: number; readonly step: -1 | 0 | 1 };

/** Stores the latest tick of each symbol. The ticks come from the stream and belong to the current price source. */
export class TickStore {
  readonly store = createStore<{ readonly latest: ReadonlyMap<string, LatestTick> }>()(() => ({ latest: new Map() }));
  /** Ticks received since the last animation frame. */
  #pending: TickTuple[] = [];

  constructor(stream: Stream, priceFeed: PriceFeed) {
    stream.on('ticks', ({ ticks }) => this.addOnNextFrame(ticks));
    priceFeed.onSourceChange(() => {
      this.#pending = [];
      this.store.setState({ latest: new Map() });
    });
  }

  /** Stores ticks at once. Skips a tick that is older than the stored tick of its symbol. */
  add(ticks: readonly TickTuple[]): void {
    this.store.setState(({ latest }) => {
      const next = new Map(latest);
      for (const [symbol, timeMs, price] of ticks) {
        const before = next.get(symbol);
        if (before && before.timeMs > timeMs) continue;
        next.set(symbol, { price, timeMs, step: stepBetween(before?.price, price) });
      }
      return { latest: next };
    });
  }

  /**
   * Stores the ticks in the next animation frame, as its last task. A chart measures the page on a tick and draws in
   * the frame. A change of the page before that would cause a second layout.
   */
  addOnNextFrame(ticks: readonly TickTuple[]): void {
    this.#pending.push(...ticks);
    requestFrameEnd(this.#addPending);
    // A hidden page has no frames, so the ticks are stored at once.
    if (document.hidden) this.#addPending();
  }

  readonly #addPending = (): void => {
    const ticks = this.#pending;
    this.#pending = [];
    if (ticks.length > 0) this.add(ticks);
  };
}

function stepBetween(before: number | undefined, now: number): -1 | 0 | 1 {
  if (before === undefined || before === now) return 0;
  return now > before ? 1 : -1;
}
