/** Number of bars of the histogram: about the square root of 500 worlds. */
const BARS = 24;

/** A histogram: the number of values in each bar, and the range from the left edge to the right edge. */
export type Histogram = { readonly bars: readonly number[]; readonly low: number; readonly high: number };

/**
 * Counts values in bars of equal width. The range also contains `marked`, so that it can be drawn into the histogram.
 * @param values at least one
 */
export function histogramOf(values: readonly number[], marked: number): Histogram {
  const low = Math.min(marked, ...values);
  const high = Math.max(marked, ...values);
  const bars = new Array<number>(BARS).fill(0);
  for (const value of values) {
    const bar = Math.min(BARS - 1, Math.floor(relativePositionIn({ low, high }, value) * BARS));
    bars[bar] = (bars[bar] ?? 0) + 1;
  }
  return { bars, low, high };
}

/** Returns the place of a value in a range, 0–1; the middle if all values are equal. */
export const relativePositionIn = ({ low, high }: Pick<Histogram, 'low' | 'high'>, value: number): number =>
  high === low ? 0.5 : (value - low) / (high - low);
