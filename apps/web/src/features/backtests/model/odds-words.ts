import { formatCount } from '#shared/lib/format.ts';
import { backtestMessages } from '../messages.es.ts';

const words = backtestMessages.odds;

/** Below this the figure itself means little: the trades are never quite as independent as it takes them to be. */
const SMALLEST_TOLD = 0.0001;
/** The level below which luck stops being the plain explanation. */
const LEVEL = 0.05;
const HALF = 0.5;

/** The odds that a result is luck; `corrected` for the variants tried on the same data. All between 0 and 1. */
export type Luck = { readonly p_value: number; readonly variants: number; readonly corrected_p_value: number };

/** `1 de cada 20`, `más de la mitad`. */
export function shareInWords(chance: number): string {
  if (chance > HALF) return words.half;
  if (chance < SMALLEST_TOLD) return words.fewer(formatCount(Math.round(1 / SMALLEST_TOLD)));
  return words.oneIn(formatCount(Math.round(1 / chance)));
}

/** The odds of luck as sentences, and what follows from them. */
export function luckInWords({ p_value, variants, corrected_p_value }: Luck): readonly string[] {
  return [
    p_value > HALF ? words.halfOfRules : words.sentence(shareInWords(p_value)),
    ...(variants > 1 ? [words.corrected(formatCount(variants), shareInWords(corrected_p_value))] : []),
    corrected_p_value < LEVEL ? words.conclusions.strong : words.conclusions.weak,
  ];
}
