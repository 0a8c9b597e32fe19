import type { SweepReport } from '@vigia/contract';
import {
  type BacktestError,
  judgeSweep,
  lengthOfSubject,
  planSweep,
  type RankedVariant,
  type SweepFigures,
  type SweepPlanError,
  type SweepRows,
  type SweepVariant,
  sweepChunk,
  sweepLayout,
  timeframeOf,
} from '@vigia/core/backtest';
import { minorUnits, ok, type Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import { formatLength } from '@vigia/core/trades';
import { payoutAt } from '../threads/payouts.ts';
import type { Sweep, SweepExtent, TaskOfKind } from '../threads/protocol.ts';
import { progressOf } from './progress.ts';
import { cardWithoutVerdict, decimalConverter } from './report-view.ts';
import { marketTicksOf } from './ticks.ts';

/** Returns the size of a sweep, or the reason why the sweep is invalid. */
export function sweepExtentOf(sweep: Sweep): Result<SweepExtent, SweepPlanError> {
  const plan = planSweep(sweep.subject, sweep.ranges, sweep.maxVariants);
  if (!plan.ok) return plan;
  const { variants } = plan.value;
  const lengths = variants.map(({ subject }) => lengthOfSubject(subject));
  return ok({
    variants: variants.length,
    lengths: [...new Map(lengths.map((one) => [formatLength(one), one])).values()],
  });
}

export function sweepVariantsOf({ subject, ranges, maxVariants }: Sweep): readonly SweepVariant[] {
  const plan = planSweep(subject, ranges, maxVariants);
  if (!plan.ok) throw new Error(`a sweep that was planned before is refused: ${plan.error.reason}`);
  return plan.value.variants;
}

/** Runs some variants of a sweep, which share their work. Each duration has payouts of its own. */
export function runChunk({
  inputs,
  sweep,
  folds,
  from,
  to,
}: TaskOfKind<'sweep_chunk'>): Result<SweepRows, BacktestError> {
  const all = sweepVariantsOf(sweep);
  const variants = all.slice(from, to);
  const onProgress = progressOf(inputs.control, variants.length);
  const ran = sweepChunk(inputs.base, variants, sweepLayout(inputs.base, all, folds), {
    payout: { ofLength: (length) => payoutAt(inputs.payouts, length) },
    stakeMinor: minorUnits(inputs.stakeMinor),
    ticks: marketTicksOf(inputs),
    onProgress,
  });
  onProgress(1);
  return ran;
}

/** Returns the report of the whole sweep as JSON in the shape of the API, and the scores of its variants. */
export function sweepReport({ inputs, sweep, folds, rows, computeMs, labels }: TaskOfKind<'sweep_report'>) {
  const variants = sweepVariantsOf(sweep);
  const figures = judgeSweep(variants, sweepLayout(inputs.base, variants, folds), rows);
  const { currency } = labels;
  const report: SweepReport = {
    currency,
    asset: labels.asset,
    timeframe: timeframeOf(sweep.subject),
    source: labels.source,
    candles: inputs.base.length,
    variants: figures.variants,
    best: figures.best.map((variant) => toVariant(variant, currency)),
    strongest: figures.strongest && toVariant(figures.strongest, currency),
    walk_forward: figures.walkForward.map((step) => toStep(step, currency)),
    judged: cardWithoutVerdict(figures.judged),
    judged_profit: decimalConverter(currency)(figures.judged.profitMinor),
    compute_ms: computeMs,
  };
  return { report: JSON.stringify(report), scores: figures.tried };
}

const toVariant = ({ values, trades, profitMinor, ...figures }: RankedVariant, currency: Currency) => ({
  values,
  trades,
  card: cardWithoutVerdict(figures),
  profit: decimalConverter(currency)(profitMinor),
});

const toStep = (
  { fromMs, toMs, values, chosenOn, judgedOn }: SweepFigures['walkForward'][number],
  currency: Currency,
) => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
  values,
  chosen_on: cardWithoutVerdict(chosenOn),
  judged_on: cardWithoutVerdict(judgedOn),
  profit: decimalConverter(currency)(judgedOn.profitMinor),
});
