import { at, type CandleColumns } from '#candles/index.ts';

/** Largest number of decimals of a price. Finer prices are rounded to this grid. */
const MAX_DECIMALS = 8;
/** Distance from a multiple of a point, in points, that counts as a floating-point error. */
const TOLERANCE_POINTS = 1e-4;

const isOnGrid = (price: number, scale: number): boolean =>
  Math.abs(price * scale - Math.round(price * scale)) <= TOLERANCE_POINTS;

/**
 * Returns the points per unit of price: the smallest power of ten, up to 10^8, for which every price of the candles is
 * a whole number of points. The prices of EURUSD have 100,000 points per unit.
 */
export function pointsPerUnit({ length, open, high, low, close }: CandleColumns): number {
  let decimals = 0;
  let scale = 1;
  for (const column of [open, high, low, close])
    for (let row = 0; row < length; row += 1)
      while (decimals < MAX_DECIMALS && !isOnGrid(at(column, row), scale)) {
        decimals += 1;
        scale = 10 ** decimals;
      }
  return scale;
}
