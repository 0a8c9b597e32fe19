import type { SweepReport } from '@vigia/contract';
import {
  type BacktestError,
  correctedPValue,
  foldBounds,
  judgeSweep,
  lengthOfSubject,
  planSweep,
  type RankedVariant,
  type SweepFigures,
  type SweepPlanError,
  type SweepRows,
  type SweepVariant,
  sweepChunk,
  timeframeOf,
} from '@vigia/core/backtest';
import { minorUnits, ok, type Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import { formatLength, isSameLength } from '@vigia/core/trades';
import { payoutAt } from '../threads/payouts.ts';
import type { Sweep, SweepExtent, TaskOf } from '../threads/protocol.ts';
import { progressOf } from './progress.ts';
import { cardOf, decimalIn } from './report-view.ts';
import { ticksOf } from './ticks.ts';

/** Returns the size of a sweep, or the reason why the sweep is invalid. */
export function extentOf(sweep: Sweep): Result<SweepExtent, SweepPlanError> {
  const plan = planSweep(sweep.subject, sweep.ranges, sweep.maxVariants);
  if (!plan.ok) return plan;
  const { variants } = plan.value;
  const lengths = variants.map(({ subject }) => lengthOfSubject(subject));
  return ok({
    variants: variants.length,
    lengths: [...new Map(lengths.map((one) => [formatLength(one), one])).values()],
  });
}

function variantsOf({ subject, ranges, maxVariants }: Sweep): readonly SweepVariant[] {
  const plan = planSweep(subject, ranges, maxVariants);
  if (!plan.ok) throw new Error(`a sweep that was planned before is refused: ${plan.error.reason}`);
  return plan.value.variants;
}

/**
 * Runs some variants of a sweep. Variants with different durations run separately, if the payout depends on the
 * duration.
 */
export function runChunk({ over, sweep, folds, from, to }: TaskOf<'sweep_chunk'>): Result<SweepRows, BacktestError> {
  const variants = variantsOf(sweep).slice(from, to);
  const bounds = foldBounds(over.base, folds);
  const onProgress = progressOf(over.control, variants.length);
  const ticks = ticksOf(over);
  const rows: number[] = [];
  let done = 0;
  for (const run of runsOf(variants)) {
    const [first] = run;
    if (first === undefined) continue;
    const ran = sweepChunk(over.base, run, bounds, {
      payout: payoutAt(over.payouts, lengthOfSubject(first.subject)),
      stakeMinor: minorUnits(over.stakeMinor),
      ticks,
      onProgress: (share) => onProgress((done + share * run.length) / variants.length),
    });
    if (!ran.ok) return ran;
    rows.push(...ran.value);
    done += run.length;
  }
  onProgress(1);
  return ok(Float64Array.from(rows));
}

const alike = (a: SweepVariant, b: SweepVariant): boolean =>
  isSameLength(lengthOfSubject(a.subject), lengthOfSubject(b.subject));

/** Groups consecutive variants with trades of the same duration. */
function runsOf(variants: readonly SweepVariant[]): readonly (readonly SweepVariant[])[] {
  const runs: SweepVariant[][] = [];
  for (const variant of variants) {
    const last = runs.at(-1);
    const previous = last?.at(-1);
    if (last && previous && alike(previous, variant)) last.push(variant);
    else runs.push([variant]);
  }
  return runs;
}

/** Returns the report of the whole sweep as JSON in the shape of the API. */
export function sweepReport({ over, sweep, folds, rows, computeMs, labels }: TaskOf<'sweep_report'>): string {
  const figures = judgeSweep(variantsOf(sweep), foldBounds(over.base, folds), rows);
  const triedInAll = figures.variants + labels.triedBefore;
  const { currency } = labels;
  const report: SweepReport = {
    currency,
    asset: labels.asset,
    timeframe: timeframeOf(sweep.subject),
    source: labels.source,
    candles: over.base.length,
    variants: figures.variants,
    tried_in_all: triedInAll,
    best: figures.best.map((variant) => toVariant(variant, triedInAll, currency)),
    walk_forward: figures.walkForward.map((step) => toStep(step, currency)),
    judged: cardOf(figures.judged),
    judged_profit: decimalIn(currency)(figures.judged.profitMinor),
    judged_p_value: figures.judgedPValue,
    compute_ms: computeMs,
  };
  return JSON.stringify(report);
}

const toVariant = (
  { pValue, values, trades, profitMinor, ...figures }: RankedVariant,
  triedInAll: number,
  currency: Currency,
) => ({
  values,
  trades,
  card: cardOf(figures),
  profit: decimalIn(currency)(profitMinor),
  p_value: pValue,
  corrected_p_value: pValue === null ? null : correctedPValue(pValue, triedInAll),
});

const toStep = (
  { fromMs, toMs, values, chosenOn, judgedOn }: SweepFigures['walkForward'][number],
  currency: Currency,
) => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
  values,
  chosen_on: cardOf(chosenOn),
  judged_on: cardOf(judgedOn),
  profit: decimalIn(currency)(judgedOn.profitMinor),
});
