/** Coefficients of Abramowitz and Stegun 26.2.23. */
const TOP = [2.515517, 0.802853, 0.010328] as const;
const BOTTOM = [1.432788, 0.189269, 0.001308] as const;

/**
 * Returns the point that a standard normal variable exceeds with the probability `chance`: Abramowitz and Stegun
 * 26.2.23, exact to 0.00045.
 * @param chance above 0 and at most 0.5
 */
export function normalPoint(chance: number): number {
  const t = Math.sqrt(-2 * Math.log(chance));
  const top = TOP[0] + t * (TOP[1] + t * TOP[2]);
  const bottom = 1 + t * (BOTTOM[0] + t * (BOTTOM[1] + t * BOTTOM[2]));
  return t - top / bottom;
}

/** Coefficients of the Chebyshev fit of erfc (Press et al., Numerical Recipes, §6.2), from the constant upwards. */
const FIT = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
  0.17087277,
] as const;

/** Returns the probability that a standard normal variable exceeds `point`; its relative error is below 1.2e-7. */
export function normalTail(point: number): number {
  const size = Math.abs(point) / Math.SQRT2;
  const t = 1 / (1 + size / 2);
  const fit = FIT.reduceRight((sum, coefficient) => sum * t + coefficient, 0);
  const tail = (t * Math.exp(-size * size + fit)) / 2;
  return point >= 0 ? tail : 1 - tail;
}
