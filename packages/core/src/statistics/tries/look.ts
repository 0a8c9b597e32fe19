import {
  joinedTries,
  largerMaxima,
  noTries,
  spendOnFamilies,
  spentLevelOf,
  type TriesSpent,
  type TryScores,
  type TryVerdict,
} from './spend-try.ts';

/**
 * Looks at rules on the data of several families without a verdict (docs/spec/statistics.md §9). A look is no try and
 * spends nothing, but its rules compete in the null worlds from now on: a later try of the best of many looks needs as
 * much as in a sweep over all of them.
 * @param families distinct families, at least one
 * @returns the chances of the result, and the tries on each family afterwards
 */
export function lookAtFamilies(
  families: readonly TriesSpent[],
  looked: TryScores,
): { readonly verdict: TryVerdict; readonly after: readonly TriesSpent[] } {
  const [first, ...others] = families;
  const all = first === undefined ? noTries() : others.reduce(joinedTries, first);
  const { verdict } = spendOnFamilies(families, looked);
  if (verdict.best === null) return { verdict, after: families };
  const rules = verdict.after.rules - all.rules;
  return {
    verdict: { ...verdict, isAbove: false, tries: all.tries, spentLevel: spentLevelOf(all.spent) },
    after: families.map((family) => ({
      ...family,
      rules: family.rules + rules,
      maxima: largerMaxima(family.maxima, looked.maxima),
    })),
  };
}
