import { MIN_DECIDED_TRADES } from '#statistics/index.ts';
import { correctedPValue } from './correction.ts';
import type { RankedVariant, SweepFigures, SweepRows, SweepVariant, WalkStep } from './sweep-types.ts';
import { decidedOf, figuresOf, NO_TRADES, pValueOf, sumOf, TALLY_FIELDS, type Tally, tallyAt } from './tally.ts';

/** Number of best variants in the result of a sweep. */
const BEST_KEPT = 50;

/** One variant with its tallies over all data and over each part. */
type Tried = { readonly variant: SweepVariant; readonly whole: Tally; readonly folds: readonly Tally[] };

type Step = { readonly step: WalkStep; readonly judged: Tally };

function triedOf(variants: readonly SweepVariant[], folds: number, chunks: readonly SweepRows[]): Tried[] {
  const records = folds + 1;
  const starts = chunks.flatMap((rows) =>
    Array.from({ length: rows.length / TALLY_FIELDS / records }, (_, index) => ({ rows, record: index * records })),
  );
  return variants.flatMap((variant, index) => {
    const start = starts[index];
    if (!start) return [];
    const { rows, record } = start;
    const parts = Array.from({ length: folds }, (_, fold) => tallyAt(rows, record + 1 + fold));
    return [{ variant, whole: tallyAt(rows, record), folds: parts }];
  });
}

function ranked({ variant, whole }: Tried, variants: number): RankedVariant {
  const pValue = pValueOf(whole);
  const corrected = pValue === null ? null : correctedPValue(pValue, variants);
  return { ...figuresOf(whole), values: variant.values, pValue, correctedPValue: corrected };
}

/**
 * Returns the variant with the largest profit in the parts before part `fold`. Only variants with enough decided trades
 * there count. Returns null without such a variant.
 */
function chosenBefore(fold: number, tried: readonly Tried[]): { readonly one: Tried; readonly before: Tally } | null {
  let best: { readonly one: Tried; readonly before: Tally } | null = null;
  for (const one of tried) {
    const before = one.folds.slice(0, fold).reduce(sumOf, NO_TRADES);
    if (decidedOf(before) < MIN_DECIDED_TRADES) continue;
    if (best === null || before.profitMinor > best.before.profitMinor) best = { one, before };
  }
  return best;
}

function stepAt(fold: number, tried: readonly Tried[], boundsMs: Float64Array): readonly Step[] {
  const chosen = chosenBefore(fold, tried);
  if (!chosen) return [];
  const judged = chosen.one.folds[fold] ?? NO_TRADES;
  const step = {
    fromMs: boundsMs[fold] ?? NaN,
    toMs: boundsMs[fold + 1] ?? NaN,
    values: chosen.one.variant.values,
    chosenOn: figuresOf(chosen.before),
    judgedOn: figuresOf(judged),
  };
  return [{ step, judged }];
}

/**
 * Returns the result of a sweep: the best variants with p-values corrected for the number tried, and the walk-forward.
 * The walk-forward evaluates each part with the variant that was best on all earlier parts.
 * @param boundsMs result of `foldBounds`
 * @param chunks results of `sweepChunk` that together cover every variant in order
 */
export function judgeSweep(
  variants: readonly SweepVariant[],
  boundsMs: Float64Array,
  chunks: readonly SweepRows[],
): SweepFigures {
  const folds = boundsMs.length - 1;
  const tried = triedOf(variants, folds, chunks);
  const best = tried.toSorted((a, b) => b.whole.profitMinor - a.whole.profitMinor).slice(0, BEST_KEPT);
  const steps = Array.from({ length: folds - 1 }, (_, index) => stepAt(index + 1, tried, boundsMs)).flat();
  const judged = steps.map((step) => step.judged).reduce(sumOf, NO_TRADES);
  return {
    variants: tried.length,
    best: best.map((one) => ranked(one, tried.length)),
    walkForward: steps.map(({ step }) => step),
    judged: figuresOf(judged),
    judgedPValue: pValueOf(judged),
  };
}
