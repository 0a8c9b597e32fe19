import { breakEvenRate } from './break-even.ts';
import { checkedCount } from './counts.ts';

/**
 * Returns the exact chance of at least `won` wins in `decided` trades (binomial upper tail). Each trade is won with
 * probability `chance`.
 *
 * Each term is relative to the largest one and divided by the sum of all. The formula needs no factorials or
 * logarithms, so nothing overflows or cancels, for ten trades or thousands.
 */
export function chanceOfAtLeast(won: number, decided: number, chance: number): number {
  const odds = chance / (1 - chance);
  const mode = Math.min(decided, Math.floor((decided + 1) * chance));
  let all = 0;
  let atLeast = 0;
  const add = (wins: number, term: number): void => {
    all += term;
    if (wins >= won) atLeast += term;
  };
  add(mode, 1);
  for (let wins = mode, term = 1; wins < decided && term > 0; wins += 1) {
    term *= ((decided - wins) / (wins + 1)) * odds;
    add(wins + 1, term);
  }
  for (let wins = mode, term = 1; wins > 0 && term > 0; wins -= 1) {
    term *= wins / ((decided - wins + 1) * odds);
    add(wins - 1, term);
  }
  return atLeast / all;
}

/**
 * Returns the exact one-sided binomial p-value against break-even: the probability that chance alone gives a result at
 * least this good. A caller that chose the best of several variants must correct it for their number.
 * @param won at most `decided`, both integers ≥ 0.
 * @param payoutRatio average payout of the decided trades, above zero.
 * @throws RangeError outside these ranges.
 */
export function luckPValue(won: number, decided: number, payoutRatio: number): number {
  checkedCount(won, 'won');
  checkedCount(decided, 'decided');
  if (won > decided) throw new RangeError(`won ${won} of ${decided} decided trades`);
  return chanceOfAtLeast(won, decided, breakEvenRate(payoutRatio));
}
