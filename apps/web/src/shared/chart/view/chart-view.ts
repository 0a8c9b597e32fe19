import { ObservableValue } from './observable-value.ts';

/** The current mapping from times and prices to the candle pane, in pixels from the pane's top left corner. */
export type ChartView = {
  readonly width: number;
  readonly height: number;
  readonly barWidthPx: number;
  /** Whether the forming candle is in view. */
  readonly isLive: boolean;
  readonly x: (timeMs: number) => number;
  readonly y: (price: number) => number;
  /** Returns the time at an x coordinate in epoch milliseconds. */
  readonly timeAt: (x: number) => number;
  readonly priceAt: (y: number) => number;
};

/** The inputs of the mapping. The view object changes only if one of them changes. */
type ViewKey = readonly (number | string)[];

/**
 * Stores the view for elements outside the canvas. It changes in the same frame as the canvas, and only if an input has
 * changed.
 */
export class ViewStore extends ObservableValue<ChartView | null> {
  #key: ViewKey = [];

  /** Creates the store. The view is null until the first candles are drawn. */
  constructor() {
    super(null);
  }

  /** Creates a new view with `make` if one of its inputs has changed. */
  update(key: ViewKey, make: () => ChartView): void {
    if (key.length === this.#key.length && key.every((value, index) => value === this.#key[index])) return;
    this.#key = key;
    this.set(make());
  }
}
