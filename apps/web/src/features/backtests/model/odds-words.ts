import { formatCount } from '#shared/lib/format.ts';
import { backtestMessages } from '../messages.es.ts';

const words = backtestMessages.odds;

/**
 * Smallest p-value that the app shows as a number. Smaller values would be meaningless, because trades are never
 * completely independent.
 */
const SMALLEST_SHOWN = 0.0001;
/** Significance level. If the p-value is below it, chance alone is an unlikely explanation of the result. */
const LEVEL = 0.05;
const HALF = 0.5;

/**
 * The p-value of a result, and the p-value corrected for the variants that were tried on the same data. Both are
 * between 0 and 1.
 */
export type Luck = { readonly p_value: number; readonly variants: number; readonly corrected_p_value: number };

/** Formats a probability, for example `1 de cada 20` or `más de la mitad`. */
export function shareInWords(chance: number): string {
  if (chance > HALF) return words.half;
  if (chance < SMALLEST_SHOWN) return words.fewer(formatCount(Math.round(1 / SMALLEST_SHOWN)));
  return words.oneIn(formatCount(Math.round(1 / chance)));
}

/** Returns sentences that explain the p-value of the result, and what the user can conclude. */
export function luckInWords({ p_value, variants, corrected_p_value }: Luck): readonly string[] {
  return [
    p_value > HALF ? words.halfOfRules : words.sentence(shareInWords(p_value)),
    ...(variants > 1 ? [words.corrected(formatCount(variants), shareInWords(corrected_p_value))] : []),
    corrected_p_value < LEVEL ? words.conclusions.strong : words.conclusions.weak,
  ];
}
