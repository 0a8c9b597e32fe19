import {
  MIN_DECIDED_TRADES,
  pooledPrecision,
  type RatePrecision,
  ratePrecision,
  type ScoredRule,
  scoreOf,
  tryScoresOfRules,
} from '#statistics/index.ts';
import { variantFieldIndexes } from './sweep-layout.ts';
import type { RankedVariant, SweepFigures, SweepLayout, SweepRows, SweepVariant, WalkStep } from './sweep-types.ts';
import { decidedCountOf, figuresOf, NO_TRADES, sumOf, type Tally, tallyAt } from './tally.ts';
import { blocksAt } from './trade-blocks.ts';

/** Number of best variants in the result of a sweep. */
const BEST_KEPT = 50;

/** One variant with its tallies over all data and over each part, its score, and the precision of its win rate. */
type Tried = {
  readonly variant: SweepVariant;
  readonly whole: Tally;
  readonly folds: readonly Tally[];
  readonly scored: ScoredRule;
  /** Undefined if its trades do not overlap. */
  readonly precision: RatePrecision | undefined;
};

type Step = { readonly step: WalkStep; readonly judged: Tally; readonly precision: RatePrecision | undefined };

function triedOf(variants: readonly SweepVariant[], layout: SweepLayout, chunks: readonly SweepRows[]): Tried[] {
  const places = variantFieldIndexes(layout);
  const folds = layout.boundsMs.length - 1;
  const records = chunks.flatMap((rows) =>
    Array.from({ length: rows.length / places.fields }, (_, index) =>
      rows.subarray(index * places.fields, (index + 1) * places.fields),
    ),
  );
  return variants.flatMap((variant, index) => {
    const own = records[index];
    if (!own) return [];
    const parts = Array.from({ length: folds }, (_, fold) => tallyAt(own, 1 + fold));
    const blocks = blocksAt(own, places.blocks, layout.blocks);
    const precision = own[places.overlapping] === 1 ? ratePrecision(blocks) : undefined;
    return [{ variant, whole: tallyAt(own, 0), folds: parts, scored: scoreOf(blocks), precision }];
  });
}

/**
 * Returns the precision of the win rate of a part of a variant's trades, in proportion to their number. The variant has
 * decided trades, because it was chosen for them.
 */
function precisionOf({ whole, precision }: Tried, part: Tally): RatePrecision | undefined {
  if (precision === undefined) return undefined;
  const share = decidedCountOf(part) / decidedCountOf(whole);
  return { independent: precision.independent * share, blocks: Math.ceil(precision.blocks * share) };
}

const ranked = (one: Tried): RankedVariant => ({ ...figuresOf(one.whole, one.precision), values: one.variant.values });

/**
 * Returns the variant with the largest profit in the parts before part `fold`. Only variants with enough decided trades
 * there count. Returns null without such a variant.
 */
function chosenBefore(fold: number, tried: readonly Tried[]): { readonly one: Tried; readonly before: Tally } | null {
  let best: { readonly one: Tried; readonly before: Tally } | null = null;
  for (const one of tried) {
    const before = one.folds.slice(0, fold).reduce(sumOf, NO_TRADES);
    if (decidedCountOf(before) < MIN_DECIDED_TRADES) continue;
    if (best === null || before.profitMinor > best.before.profitMinor) best = { one, before };
  }
  return best;
}

function stepAt(fold: number, tried: readonly Tried[], boundsMs: Float64Array): readonly Step[] {
  const chosen = chosenBefore(fold, tried);
  if (!chosen) return [];
  const judged = chosen.one.folds[fold] ?? NO_TRADES;
  const precision = precisionOf(chosen.one, judged);
  const step = {
    fromMs: boundsMs[fold] ?? NaN,
    toMs: boundsMs[fold + 1] ?? NaN,
    values: chosen.one.variant.values,
    chosenOn: figuresOf(chosen.before, precisionOf(chosen.one, chosen.before)),
    judgedOn: figuresOf(judged, precision),
  };
  return [{ step, judged, precision }];
}

const precisionOfStep = ({ judged, precision }: Step) => ({ decided: decidedCountOf(judged), precision });

/** Returns the variant with the best score; the first of several. */
function strongestOf(tried: readonly Tried[]): RankedVariant | null {
  let best: Tried | null = null;
  for (const one of tried)
    if (one.scored.score !== null && one.scored.score > (best?.scored.score ?? -Infinity)) best = one;
  return best && ranked(best);
}

/**
 * Returns the result of a sweep: the best variants, the scores of all variants, and the walk-forward. The walk-forward
 * evaluates each part with the variant that was best on all earlier parts.
 * @param layout result of `sweepLayout`
 * @param chunks results of `sweepChunk` that together cover every variant in order
 */
export function judgeSweep(
  variants: readonly SweepVariant[],
  layout: SweepLayout,
  chunks: readonly SweepRows[],
): SweepFigures {
  const { boundsMs, blocks } = layout;
  const tried = triedOf(variants, layout, chunks);
  const best = tried.toSorted((a, b) => b.whole.profitMinor - a.whole.profitMinor).slice(0, BEST_KEPT);
  const steps = Array.from({ length: boundsMs.length - 2 }, (_, index) => stepAt(index + 1, tried, boundsMs)).flat();
  const judged = steps.map((step) => step.judged).reduce(sumOf, NO_TRADES);
  return {
    variants: tried.length,
    best: best.map(ranked),
    walkForward: steps.map(({ step }) => step),
    judged: figuresOf(judged, pooledPrecision(steps.map(precisionOfStep))),
    tried: tryScoresOfRules(
      tried.map(({ scored }) => scored),
      blocks,
    ),
    strongest: strongestOf(tried),
  };
}
