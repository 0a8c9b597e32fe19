/** Example of a page of second candles for the API documentation. */
export const SECOND_CANDLES = {
  candles: [{ time: 1_795_183_205, open: 1.0853, high: 1.08534, low: 1.08529, close: 1.08533, closed: true }],
  has_older: true,
} as const;
