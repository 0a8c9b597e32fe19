import { at, baseStep, type CandleColumns } from '#candles/index.ts';
import { err, ok, type Result } from '#kernel/index.ts';
import { checkExpiry, type History } from '#pcr/index.ts';
import { type BacktestError, type BacktestOptions, lengthOfSubject, RESULT, type TradeColumns } from './backtest.ts';
import { decidingTicks, historyOf, runThrough } from './run-backtest.ts';
import type { SweepRows, SweepVariant } from './sweep-types.ts';
import { addTrade, TALLY_FIELDS } from './tally.ts';

/**
 * Returns the starts of the parts of a walk-forward and, last, the end of the data, in epoch milliseconds. All parts
 * have the same number of candles.
 * @param base not empty
 * @param folds at least 1
 */
export function foldBounds(base: CandleColumns, folds: number): Float64Array {
  const bounds = new Float64Array(folds + 1);
  for (let fold = 0; fold < folds; fold += 1)
    bounds[fold] = at(base.time, Math.floor((fold * base.length) / folds)) * 1_000;
  bounds[folds] = (at(base.time, base.length - 1) + baseStep(base)) * 1_000;
  return bounds;
}

/**
 * Adds a variant's trades to its records. Every trade belongs to the record of all data. A trade that enters and
 * expires in one part also belongs to the record of this part. A trade that crosses a bound belongs to no part, because
 * its outcome is not known at the bound.
 */
function tally(rows: SweepRows, firstRecord: number, trades: TradeColumns, boundsMs: Float64Array): void {
  let fold = 0;
  // Pending trades are at the end of the list and are not counted.
  for (let row = 0; row < trades.length && trades.result[row] !== RESULT.pending; row += 1) {
    while (at(trades.entryMs, row) >= at(boundsMs, fold + 1)) fold += 1;
    addTrade(rows, firstRecord, trades, row);
    if (at(trades.expiryMs, row) <= at(boundsMs, fold + 1)) addTrade(rows, firstRecord + 1 + fold, trades, row);
  }
}

function runVariant(history: History, { subject }: SweepVariant, options: BacktestOptions) {
  const byTicks = decidingTicks(subject, options) !== null;
  const expiry = byTicks ? ok(null) : checkExpiry(history.baseStepSeconds, lengthOfSubject(subject));
  return expiry.ok ? runThrough(history, subject, options) : expiry;
}

/**
 * Runs variants of one sweep, all of the same timeframe, over base candles. Chunks are independent, so that several
 * threads can share a sweep.
 * @param boundsMs result of `foldBounds`
 * @returns `SweepRows` for `judgeSweep`, in the order of the variants, or the first error
 */
export function sweepChunk(
  base: CandleColumns,
  variants: readonly SweepVariant[],
  boundsMs: Float64Array,
  options: BacktestOptions,
): Result<SweepRows, BacktestError> {
  const records = boundsMs.length;
  const rows = new Float64Array(variants.length * records * TALLY_FIELDS);
  const [first] = variants;
  if (!first) return ok(rows);
  const history = historyOf(base, first.subject, options);
  if (!history.ok) return history;
  for (const [index, variant] of variants.entries()) {
    const onProgress = (fraction: number): boolean =>
      options.onProgress?.((index + fraction) / variants.length) ?? true;
    if (!onProgress(0)) return err({ reason: 'cancelled' });
    const run = runVariant(history.value, variant, { ...options, onProgress });
    if (!run.ok) return run;
    tally(rows, index * records, run.value.trades, boundsMs);
  }
  return ok(rows);
}
