import { breakEvenRate } from '@vigia/core/statistics';

/**
 * Quantile of the standard normal distribution for a one-sided test at 5 %. The p-value of a backtest is compared with
 * the same level.
 */
const Z_LEVEL = 1.6448536269514722;
const Z_POWER = 0.8416212335729143;
const LEVEL = 0.05;

/**
 * Returns the number of decided trades after which a true win rate differs significantly from the break-even rate. The
 * method is the one-sample test of a proportion with normal approximation. The test is one-sided at 5 % with 80 % power
 * (Fleiss, Statistical Methods for Rates and Proportions, §2).
 * @param trueRate a fraction between 0 and 1
 * @param payoutRatio above zero
 * @returns whole trades; null if the rate is not above break-even, because then no number of trades is enough
 */
export function tradesNeeded(trueRate: number, payoutRatio: number): number | null {
  const breakEven = breakEvenRate(payoutRatio);
  if (trueRate <= breakEven) return null;
  const spread = (rate: number): number => Math.sqrt(rate * (1 - rate));
  const reach = Z_LEVEL * spread(breakEven) + Z_POWER * spread(trueRate);
  return Math.ceil((reach / (trueRate - breakEven)) ** 2);
}

/**
 * Returns the probability that at least one of `count` strategies without any real advantage looks significant at 5 %.
 */
export const chanceOfLuckyOne = (count: number): number => 1 - (1 - LEVEL) ** count;
