/**
 * Returns one step of Wilder's smoothing, `(average·(n−1) + sample)/n` in exactly that order of operations
 * (docs/spec/pcr.md §2). A function over the caller's own fields rather than an object: small enough for V8 to inline
 * even when its inlining budget is spent.
 */
export const wilderStep = (average: number, period: number, sample: number): number =>
  (average * (period - 1) + sample) / period;
