import { ObservableValue } from './observable-value.ts';

/** Current mapping from times and prices to the candle pane, in pixels from its top left corner. */
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

/** Inputs of the mapping. The view object changes only when an input changes. */
type ViewKey = readonly (number | string)[];

/**
 * Store of the view for elements outside the canvas. It updates in the same frame as the canvas, and only after a
 * change.
 */
export class ViewStore extends ObservableValue<ChartView | null> {
  #key: ViewKey = [];

  /** Creates a store whose view is null until the first candles are drawn. */
  constructor() {
    super(null);
  }

  /** Sets a new view if one of its inputs has changed. */
  update(key: ViewKey, make: () => ChartView): void {
    if (key.length === this.#key.length && key.every((value, index) => value === this.#key[index])) return;
    this.#key = key;
    this.set(make());
  }
}
