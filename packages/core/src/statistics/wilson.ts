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
  return scoreInterval(won / decided, decided, Z_95);
}

/**
 * Returns Wilson's score interval of a rate.
 * @param trades number of independent trades, not necessarily whole
 * @param point two-sided point of the distribution: 1.96 of the normal distribution for 95 %
 */
export function scoreInterval(rate: number, trades: number, point: number): RateInterval {
  const squared = point * point;
  const center = rate + squared / (2 * trades);
  const reach = point * Math.sqrt((rate * (1 - rate)) / trades + squared / (4 * trades * trades));
  const scale = 1 + squared / trades;
  return { low: Math.max(0, (center - reach) / scale), high: Math.min(1, (center + reach) / scale) };
}
