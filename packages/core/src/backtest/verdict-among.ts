import type { Verdict } from '#vocabulary/index.ts';

/** A 95 % interval lies above break-even by luck in at most 2.5 % of all tests: the level of an uncorrected `above`. */
const LEVEL = 0.025;

/**
 * Returns the verdict of one of several tests, of which a person looks at the best. `above` must also hold after the
 * correction for all of them, else the result is not distinguishable from luck. No verdict becomes better.
 * @param verdict the verdict of this test alone
 * @param correctedPValue of `correctedPValue`, for the number of all tests
 */
export const verdictAmong = (verdict: Verdict, correctedPValue: number): Verdict =>
  verdict === 'above' && correctedPValue > LEVEL ? 'indistinguishable' : verdict;
