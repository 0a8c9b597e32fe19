import { ObservableValue } from '../view/observable-value.ts';
import type { ShownIndicator } from './choices.ts';
import type { IndicatorRow } from './fold-of.ts';

/** The values of an indicator at one bar. */
export type IndicatorReading = { readonly shown: ShownIndicator; readonly row: IndicatorRow };

/** An indicator on the chart with its values, one row per bar. */
export type PlottedIndicator = { readonly shown: ShownIndicator; readonly rows: readonly IndicatorRow[] };

const NOTHING: IndicatorRow = {};
const NONE: readonly IndicatorReading[] = [];

/** Stores the values of all indicators at the bar of the legend. A frame without a changed value allocates nothing. */
export class ReadingStore extends ObservableValue<readonly IndicatorReading[]> {
  constructor() {
    super(NONE);
  }

  /** Replaces the values by those at the bar with this index. */
  update(plots: readonly PlottedIndicator[], index: number): void {
    if (this.#isCurrent(plots, index)) return;
    this.set(plots.map(({ shown, rows }) => ({ shown, row: rows[index] ?? NOTHING })));
  }

  #isCurrent(plots: readonly PlottedIndicator[], index: number): boolean {
    const readings = this.current();
    if (readings.length !== plots.length) return false;
    for (let place = 0; place < plots.length; place += 1) {
      const plot = plots[place];
      const reading = readings[place];
      if (plot?.shown !== reading?.shown || (plot?.rows[index] ?? NOTHING) !== reading?.row) return false;
    }
    return true;
  }
}
