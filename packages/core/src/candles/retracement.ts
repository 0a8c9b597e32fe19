/**
 * Levels of a Fibonacci retracement, as fractions of the move that is given back: ratios of Fibonacci numbers (0.236,
 * 0.382, 0.618), the square root of 0.618 (0.786), the half, and both ends.
 */
export const RETRACEMENT_LEVELS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

/**
 * Returns the price of a retracement level of the move between two prices. Level 0 is the end of the move, level 1 its
 * start. The level is a drawing aid; no signal uses it.
 */
export const retracementPrice = (startPrice: number, endPrice: number, level: number): number =>
  endPrice + level * (startPrice - endPrice);
