/** Example of a page of candles of a price file for the API documentation. */
export const CANDLES = {
  candles: [{ time: 1_514_844_000, open: 1.20037, high: 1.201, low: 1.20037, close: 1.201, closed: true }],
  has_older: false,
  has_newer: true,
  first_candle: '2018-01-01T22:00:00.000Z',
  last_candle: '2018-12-31T21:58:00.000Z',
  decimals: 5,
  trades_on_saturdays: false,
} as const;
