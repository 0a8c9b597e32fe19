import { expectedReturn, type Odds } from './expectation.ts';

/**
 * Returns Kelly's fraction of the capital to stake, (p·b − q)/b with q = 1 − p (J. L. Kelly, "A New Interpretation of
 * Information Rate", Bell System Technical Journal, 1956). At this fraction capital grows fastest in the long run.
 * @returns 0 to 1; 0 when the expectation is not positive: then every stake shrinks the capital.
 */
export const kellyFraction = (odds: Odds): number => Math.max(0, expectedReturn(odds) / odds.payoutRatio);

/**
 * Returns the average gain of the logarithm of the capital per trade if each stake is this fraction of it: p·ln(1 +
 * f·b) + q·ln(1 − f) (Kelly 1956). With the result g, exp(n · g) is the growth factor of the median session of n
 * trades.
 * @param fraction fraction of the capital staked, 0 to 1; at 1 a single loss loses all capital, and the result is
 * −Infinity.
 */
export function logGrowth({ winRate, payoutRatio }: Odds, fraction: number): number {
  const ofWins = winRate > 0 ? winRate * Math.log1p(fraction * payoutRatio) : 0;
  const ofLosses = winRate < 1 ? (1 - winRate) * Math.log1p(-fraction) : 0;
  return ofWins + ofLosses;
}
