/**
 * Returns the fraction of decided trades that must be won for a result of zero: 1/(1+payout).
 * @param payoutRatio profit of a won trade as a fraction of its stake, above zero; 0.87 gives 0.5348.
 * @throws RangeError unless the payout is finite and above zero.
 */
export function breakEvenRate(payoutRatio: number): number {
  if (!(payoutRatio > 0 && payoutRatio < Infinity)) throw new RangeError(`payout must be > 0, got ${payoutRatio}`);
  return 1 / (1 + payoutRatio);
}
