/**
 * One step of Wilder's smoothing, `(average·(n−1) + sample)/n` in exactly that order of operations (pcr.md §2).
 * A function over the caller's own fields, not an object: so small that V8 inlines it even where its budget is spent.
 */
export const wilderStep = (average: number, period: number, sample: number): number =>
  (average * (period - 1) + sample) / period;
