import type { Verdict } from '#vocabulary/index.ts';

/**
 * Largest corrected p-value at which the verdict `above` remains. It equals the level of one test: by chance alone, a
 * 95 % interval lies above break-even in at most 2.5 % of tests.
 */
const LEVEL = 0.025;

/**
 * Returns the verdict of one of several tests. A user looks at the best test. The verdict `above` must therefore also
 * hold after the correction for the number of tests; otherwise the result is not distinguishable from chance. No
 * verdict becomes better.
 * @param verdict the verdict of this test alone
 * @param correctedPValue result of `correctedPValue` for the number of tests
 */
export const verdictAmong = (verdict: Verdict, correctedPValue: number): Verdict =>
  verdict === 'above' && correctedPValue > LEVEL ? 'indistinguishable' : verdict;
