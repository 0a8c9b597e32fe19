import type { GroupFigures } from '#statistics/index.ts';
import type { BacktestSubject } from './backtest.ts';

/**
 * The values to try for one number of the rules: `from`, then by `step` up to `to`. `path` names the number as in the
 * rules: `rsi_period`, `patterns.minLength`, `filters[0].period`.
 */
export type SweepRange = { readonly path: string; readonly from: number; readonly to: number; readonly step: number };

/** One combination, ready to run. */
export type SweepVariant = { readonly values: Readonly<Record<string, number>>; readonly subject: BacktestSubject };

/** Every valid combination, with the last range changing fastest; contradictory ones (fast ≥ slow) are only counted. */
export type SweepPlan = { readonly variants: readonly SweepVariant[]; readonly leftOut: number };

export type SweepPlanError =
  | { readonly reason: 'unknown_path'; readonly path: string }
  | { readonly reason: 'empty_range'; readonly path: string }
  | { readonly reason: 'too_many_variants'; readonly variants: number; readonly max: number }
  | { readonly reason: 'no_valid_variant' };

/**
 * Result of a chunk of variants as plain numbers that travel between threads: for each variant a tally of the whole
 * and one of each part. Only `judgeSweep` reads it.
 */
export type SweepRows = Float64Array;

/** A variant and its result on all data. */
export type RankedVariant = GroupFigures & {
  readonly values: Readonly<Record<string, number>>;
  /** Both null while nothing is decided. */
  readonly pValue: number | null;
  readonly correctedPValue: number | null;
};

/**
 * One step of the walk-forward: the variant with the most profit on everything before `fromMs`, and its result on the
 * part that follows.
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
  /** The best variants by profit, best first; between equal ones the one tried first. */
  readonly best: readonly RankedVariant[];
  /** A part has no step if no variant had enough decided trades before it. */
  readonly walkForward: readonly WalkStep[];
  /** All judged parts together: the out-of-sample result of the sweep. */
  readonly judged: GroupFigures;
  /**
   * Not corrected for the number of variants, because no variant was chosen on the data it is judged on. null while
   * nothing is decided.
   */
  readonly judgedPValue: number | null;
};
