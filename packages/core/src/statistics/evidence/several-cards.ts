/**
 * Returns which e-values of several cards that are seen together are decisive: e-BH (Wang & Ramdas, JRSS B 2022). The
 * expected share of wrong ones among them is at most `level`, whatever the dependence between the cards. With one card
 * this is the limit `1 / level`.
 */
export function decisiveAmong(eValues: readonly number[], level: number): readonly boolean[] {
  const count = eValues.length;
  const descending = eValues.toSorted((a, b) => b - a);
  const last = descending.findLastIndex((value, index) => value >= count / ((index + 1) * level));
  const least = descending[last];
  return eValues.map((value) => least !== undefined && value >= least);
}
