/** Where times and prices lie in the pane of the candles at this moment; pixels from its top left corner. */
export type ChartView = {
  readonly width: number;
  readonly height: number;
  readonly barWidthPx: number;
  readonly x: (timeMs: number) => number;
  readonly y: (price: number) => number;
  /** Epoch milliseconds. */
  readonly timeAt: (x: number) => number;
  readonly priceAt: (y: number) => number;
};

/** What the places depend on: as long as all of it stays, so does the view. */
type ViewKey = readonly (number | string)[];

/** The view for whoever draws beside the canvas; it changes in the same frame as the canvas does, and only if it has to. */
export class ViewStore {
  readonly #listeners = new Set<() => void>();
  #key: ViewKey = [];
  #view: ChartView | null = null;

  /** null before the first candles are drawn. */
  readonly current = (): ChartView | null => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes a new view where something it depends on has changed. */
  update(key: ViewKey, make: () => ChartView): void {
    if (key.length === this.#key.length && key.every((value, index) => value === this.#key[index])) return;
    this.#key = key;
    this.#view = make();
    for (const listener of this.#listeners) listener();
  }
}
