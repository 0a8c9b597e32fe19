/**
 * Returns one step of Wilder's smoothing, `(average·(n−1) + sample)/n` in exactly that order of operations
 * (docs/spec/pcr.md §2). It is a function over the caller's fields and not an object. V8 therefore inlines it even when
 * its inlining budget is used up.
 */
export const wilderStep = (average: number, period: number, sample: number): number =>
  (average * (period - 1) + sample) / period;
