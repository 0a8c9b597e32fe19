import type { GroupFigures } from '#statistics/index.ts';
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
 * Results of a chunk of variants as plain numbers, which threads can exchange. Each variant has one tally over all data
 * and one per part. Only `judgeSweep` reads them.
 */
export type SweepRows = Float64Array;

/** A variant and its result on all data. */
export type RankedVariant = GroupFigures & {
  readonly values: Readonly<Record<string, number>>;
  /**
   * p-value: the probability that chance alone gives a result at least this good, not corrected for the number of
   * variants. Null while no trade is decided.
   */
  readonly pValue: number | null;
  readonly correctedPValue: number | null;
};

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
  /**
   * p-value of the out-of-sample result; null while no trade is decided. It needs no correction for the number of
   * variants, because no part influenced the choice of its variant.
   */
  readonly judgedPValue: number | null;
};
