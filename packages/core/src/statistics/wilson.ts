/** An interval of a rate; both ends are fractions between 0 and 1. */
export type RateInterval = { readonly low: number; readonly high: number };

/** Two-sided 95 % point of the normal distribution. */
const Z_95 = 1.959963984540054;

/**
 * Returns Wilson's 95 % score interval for `won` of `decided` trades (Wilson 1927). It is reliable for small samples
 * and near 0 or 1, unlike the textbook interval.
 * @param won between 0 and `decided`
 */
export function wilsonInterval(won: number, decided: number): RateInterval {
  const rate = won / decided;
  const z2 = Z_95 * Z_95;
  const center = rate + z2 / (2 * decided);
  const reach = Z_95 * Math.sqrt((rate * (1 - rate)) / decided + z2 / (4 * decided * decided));
  const scale = 1 + z2 / decided;
  return { low: Math.max(0, (center - reach) / scale), high: Math.min(1, (center + reach) / scale) };
}
