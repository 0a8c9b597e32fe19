import { ObservableValue } from './observable-value.ts';

/** Current mapping of times and prices to the candle pane; pixels from its top left corner. */
export type ChartView = {
  readonly width: number;
  readonly height: number;
  readonly barWidthPx: number;
  /** Whether the forming candle is in view. */
  readonly isLive: boolean;
  readonly x: (timeMs: number) => number;
  readonly y: (price: number) => number;
  /** Epoch milliseconds. */
  readonly timeAt: (x: number) => number;
  readonly priceAt: (y: number) => number;
};

/** Inputs of the mapping: the view stays the same while none of them changes. */
type ViewKey = readonly (number | string)[];

/** The view for elements drawn next to the canvas; it changes in the same frame as the canvas, and only when needed. */
export class ViewStore extends ObservableValue<ChartView | null> {
  #key: ViewKey = [];

  /** Starts as null until the first candles are drawn. */
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
