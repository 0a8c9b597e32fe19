import { Told } from './told.ts';

/** Where times and prices lie in the pane of the candles at this moment; pixels from its top left corner. */
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

/** What the places depend on: as long as all of it stays, so does the view. */
type ViewKey = readonly (number | string)[];

/** The view for whoever draws beside the canvas; it changes in the same frame as the canvas does, and only if it has to. */
export class ViewStore extends Told<ChartView | null> {
  #key: ViewKey = [];

  /** Before the first candles are drawn there is none. */
  constructor() {
    super(null);
  }

  /** Takes a new view where something it depends on has changed. */
  update(key: ViewKey, make: () => ChartView): void {
    if (key.length === this.#key.length && key.every((value, index) => value === this.#key[index])) return;
    this.#key = key;
    this.set(make());
  }
}
