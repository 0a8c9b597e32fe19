import type { BacktestJudgementView } from '@vigia/contract';
import { formatCount } from '#shared/lib/format.ts';
import { backtestMessages } from '../messages.es.ts';

const words = backtestMessages.odds;

/**
 * Smallest p-value that the app shows as a number. Smaller values would be meaningless, because trades are never
 * completely independent.
 */
const SMALLEST_SHOWN = 0.0001;
const HALF = 0.5;

/** Formats a probability, for example `1 de cada 20` or `más de la mitad`. */
export function shareInWords(chance: number): string {
  if (chance > HALF) return words.half;
  if (chance < SMALLEST_SHOWN) return words.fewer(formatCount(Math.round(1 / SMALLEST_SHOWN)));
  return words.oneIn(formatCount(Math.round(1 / chance)));
}

/**
 * Returns sentences that explain the p-values of a verdict. They state only chances: the verdict beside them states
 * what the user can conclude.
 * @param isChoice whether the test has several variants or cells, of which the best counts
 */
export function luckInWords(
  { p_value: alone, corrected_p_value: corrected, tries }: BacktestJudgementView,
  isChoice: boolean,
): readonly string[] {
  if (alone === null || corrected === null) return [];
  const sentence = alone > HALF ? words.halfOfRules : words.sentence(shareInWords(alone));
  return [
    isChoice ? words.bestOf(shareInWords(alone)) : sentence,
    ...(tries > 1 ? [words.corrected(formatCount(tries), shareInWords(corrected))] : []),
  ];
}
