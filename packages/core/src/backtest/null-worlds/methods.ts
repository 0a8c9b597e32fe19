import type { CandleColumns } from '#candles/index.ts';
import { ok, type Result } from '#kernel/index.ts';
import type { GroupFigures } from '#statistics/index.ts';
import type { BacktestError, BacktestOptions, BacktestSubject } from '../backtest.ts';
import { judgeSweep } from '../judge-sweep.ts';
import { runBacktest } from '../run-backtest.ts';
import { sweepChunk } from '../sweep-chunk.ts';
import { sweepLayout } from '../sweep-layout.ts';
import type { SweepVariant } from '../sweep-types.ts';
import { judgeRun } from './judge-run.ts';

/** A way to get one judged result from candles: one set of rules, or a whole sweep with its walk-forward. */
export type Method = (candles: CandleColumns) => Result<GroupFigures, BacktestError>;

/** Returns the method that runs one set of rules. */
export const methodOfRules =
  (subject: BacktestSubject, options: BacktestOptions): Method =>
  (candles) => {
    const run = runBacktest(candles, subject, options);
    return run.ok ? ok(judgeRun(run.value)) : run;
  };

/**
 * Returns the method that runs a whole sweep. Its result is that of the walk-forward, because only these trades are
 * judged.
 * @param folds number of parts, at least 2
 */
export const methodOfSweep =
  (variants: readonly SweepVariant[], folds: number, options: BacktestOptions): Method =>
  (candles) => {
    const layout = sweepLayout(candles, variants, folds);
    const rows = sweepChunk(candles, variants, layout, options);
    return rows.ok ? ok(judgeSweep(variants, layout, [rows.value]).judged) : rows;
  };
