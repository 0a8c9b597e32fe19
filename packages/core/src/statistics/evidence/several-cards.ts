/**
 * Returns for each of several cards that are seen together the e-value from which it is decided: e-BH (Wang & Ramdas,
 * JRSS B 2022). The expected share of wrong verdicts among the decided cards is at most `level`, whatever the
 * dependence between the cards. With one card the limit is `1 / level`.
 *
 * With K cards, the k cards with the largest e-values are decided for the largest k whose k-th e-value is at least
 * `K / (k × level)`. An undecided card would have to reach the limit of k + 1 decided cards.
 */
export function evidenceLimitsAmong(eValues: readonly number[], level: number): readonly number[] {
  const count = eValues.length;
  const limitOf = (decided: number): number => count / (decided * level);
  const descending = eValues.toSorted((a, b) => b - a);
  const decided = descending.findLastIndex((value, index) => value >= limitOf(index + 1)) + 1;
  const least = descending[decided - 1];
  return eValues.map((value) => (least !== undefined && value >= least ? limitOf(decided) : limitOf(decided + 1)));
}
