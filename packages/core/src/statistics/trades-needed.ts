import { breakEvenRate } from './break-even.ts';
import { normalPoint } from './normal.ts';

/** Point of the normal distribution for a power of 80 %. */
const Z_POWER = 0.8416212335729143;

/**
 * Returns the number of independent decided trades after which a verdict at a one-sided level finds a true win rate in
 * 80 of 100 cases: the one-sample test of a proportion with normal approximation (Fleiss, Statistical Methods for
 * Rates and Proportions, §2).
 * @param trueRate a fraction between 0 and 1
 * @param payoutRatio above zero
 * @param level chance of a false verdict, above 0 and below 0.5
 * @returns whole trades; null if the rate is not above break-even, because then no number of trades is enough
 */
export function tradesForVerdict(trueRate: number, payoutRatio: number, level: number): number | null {
  const breakEven = breakEvenRate(payoutRatio);
  if (trueRate <= breakEven) return null;
  const spread = (rate: number): number => Math.sqrt(rate * (1 - rate));
  const reach = normalPoint(level) * spread(breakEven) + Z_POWER * spread(trueRate);
  return Math.ceil((reach / (trueRate - breakEven)) ** 2);
}
