import type { BlockGrid, GroupFigures, TryScores } from '#statistics/index.ts';
import type { BacktestSubject } from './backtest.ts';

/**
 * The values that a sweep tests for one number of the rules: `from`, then in steps of `step` up to `to`. `path` names
 * the number as in the rules: `rsi_period`, `patterns.minLength`, `filters[0].period`.
 */
export type SweepRange = { readonly path: string; readonly from: number; readonly to: number; readonly step: number };

/** One combination of values, with the subject that has these values. */
export type SweepVariant = { readonly values: Readonly<Record<string, number>>; readonly subject: BacktestSubject };

/** Every valid combination; the last range changes fastest. `leftOut` counts the contradictory ones (fast ≥ slow). */
export type SweepPlan = { readonly variants: readonly SweepVariant[]; readonly leftOut: number };

export type SweepPlanError =
  | { readonly reason: 'unknown_path'; readonly path: string }
  | { readonly reason: 'empty_range'; readonly path: string }
  | { readonly reason: 'too_many_variants'; readonly variants: number; readonly max: number }
  | { readonly reason: 'no_valid_variant' };

/**
 * Division of the data of a sweep. `boundsMs`: starts of the parts of a walk-forward and, last, the end of the data, in
 * epoch milliseconds. `blocks`: blocks of time that count as independent, for all variants.
 */
export type SweepLayout = { readonly boundsMs: Float64Array; readonly blocks: BlockGrid };

/**
 * Results of a chunk of variants as plain numbers, which threads can exchange. Each variant has one tally over all data
 * and one per part, its blocks, and whether its trades overlap. Only `judgeSweep` reads them.
 */
export type SweepRows = Float64Array;

/** A variant and its result on all data. It has no verdict of its own: some variant had to be the best. */
export type RankedVariant = GroupFigures & { readonly values: Readonly<Record<string, number>> };

/**
 * One step of the walk-forward: the variant with the largest profit before `fromMs`, and its result on the part that
 * follows.
 */
export type WalkStep = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly values: Readonly<Record<string, number>>;
  readonly chosenOn: GroupFigures;
  readonly judgedOn: GroupFigures;
};

export type SweepFigures = {
  /** Number of variants tried. */
  readonly variants: number;
  /** The best variants by profit, best first; variants of equal profit are in the order of their trial. */
  readonly best: readonly RankedVariant[];
  /** Steps of the walk-forward, one per part; a part has no step if no variant has enough decided trades before it. */
  readonly walkForward: readonly WalkStep[];
  /** Result over all evaluated parts together: the out-of-sample result of the sweep. */
  readonly judged: GroupFigures;
  /** The scores of all variants for `spendTry`, in the order of the variants. */
  readonly tried: TryScores;
  /** The variant with the best score, which the verdict of the sweep is about; null if none has a score. */
  readonly strongest: RankedVariant | null;
};
