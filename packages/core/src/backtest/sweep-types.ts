import type { GroupFigures } from '#statistics/index.ts';
import type { BacktestSubject } from './backtest.ts';

/** Values tried of one number of the rules: `from`, then by `step` up to `to`. `path` as in the rules: `rsi_period`, `patterns.minLength`, `filters[0].period`. */
export type SweepRange = { readonly path: string; readonly from: number; readonly to: number; readonly step: number };

/** One combination, ready to run. */
export type SweepVariant = { readonly values: Readonly<Record<string, number>>; readonly subject: BacktestSubject };

/** Every valid combination, the last range changing fastest; those that contradict themselves (fast ≥ slow) are only counted. */
export type SweepPlan = { readonly variants: readonly SweepVariant[]; readonly leftOut: number };

export type SweepPlanError =
  | { readonly reason: 'unknown_path'; readonly path: string }
  | { readonly reason: 'empty_range'; readonly path: string }
  | { readonly reason: 'too_many_variants'; readonly variants: number; readonly max: number }
  | { readonly reason: 'no_valid_variant' };

/**
 * What a chunk of variants came to, as plain numbers that travel between threads: for each variant a tally of the whole and one
 * of each part. Read by `judgeSweep` alone.
 */
export type SweepRows = Float64Array;

/** A variant and how it did on all data. */
export type RankedVariant = GroupFigures & {
  readonly values: Readonly<Record<string, number>>;
  /** Both null while nothing is decided. */
  readonly pValue: number | null;
  readonly correctedPValue: number | null;
};

/** One step of the walk: the variant with the most profit on everything before `fromMs`, and how it did on what came then. */
export type WalkStep = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly values: Readonly<Record<string, number>>;
  readonly chosenOn: GroupFigures;
  readonly judgedOn: GroupFigures;
};

export type SweepFigures = {
  /** All that were tried. */
  readonly variants: number;
  /** By profit, best first; of equal ones the one that was tried first. */
  readonly best: readonly RankedVariant[];
  /** A part before which no variant had enough decided trades has no step. */
  readonly walkForward: readonly WalkStep[];
  /** All judged parts together: the honest result of the sweep. */
  readonly judged: GroupFigures;
  /** Not corrected: nothing was chosen on the data it is judged on. null while nothing is decided. */
  readonly judgedPValue: number | null;
};
