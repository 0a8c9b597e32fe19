import type { BacktestError } from '@vigia/core/backtest';
import { err, ok, type Result } from '@vigia/core/kernel';
import { countTried, type Ending, findTimeZone } from '../backtests.repository.ts';
import { readHistory } from '../candles/read-history.ts';
import { sourcePayouts } from '../candles/source-payouts.ts';
import type { BacktestDeps } from '../deps.ts';
import type { Payouts } from '../threads/payouts.ts';
import type { Reported, ReportLabels, RunOver } from '../threads/protocol.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import { expiriesOf, type JobPlan, type JobWork } from './job-plan.ts';

export type RunDeps = Pick<BacktestDeps, 'db' | 'markets' | 'clock'> & { readonly pool: ThreadPool };

/** Payout of a backtest that specifies none (docs/spec/statistics.md §7). */
const DEFAULT_PAYOUT = 0.8;
const BASIS_POINTS = 10_000;
/**
 * Number of variants per task. It is small, so that two threads end at about the same time and tasks of other users run
 * in between.
 */
const CHUNK_VARIANTS = 20;

/** Runs a backtest and returns its result, including a failure. An exception is a bug. */
export async function runJob(deps: RunDeps, plan: JobPlan): Promise<Ending> {
  const over = await overOf(deps, plan);
  if (plan.control.isCancelled) return { status: 'cancelled' };
  const labels = await labelsOf(deps, plan);
  const { work } = plan;
  const reported =
    work.kind === 'single'
      ? (await deps.pool.run(plan.userId, 'single', { kind: 'single', over, subject: work.subject, labels })).result
      : await runSweep(deps, plan.userId, work, over, labels);
  if (plan.control.isCancelled) return { status: 'cancelled' };
  if (reported.ok) return { status: 'done', report: reported.value.report, tradesGz: reported.value.tradesGz };
  return { status: 'failed', code: codeOf(reported.error) };
}

async function overOf({ db, markets }: RunDeps, plan: JobPlan): Promise<RunOver> {
  const { candles } = plan.data;
  const base = candles.kind === 'file' ? candles.file.candles : await readHistory(db.sql, candles.data, plan.control);
  const payouts = await payoutsOf(markets, plan);
  return { base, payouts, stakeMinor: plan.stakeMinor, control: plan.control.memory };
}

async function payoutsOf(markets: RunDeps['markets'], { payout, data, work }: JobPlan): Promise<Payouts> {
  const { source } = data;
  if (payout !== null || source === 'csv' || source === 'imported')
    return { kind: 'fixed', ratio: payout ?? DEFAULT_PAYOUT };
  return sourcePayouts(markets.at(source), data.asset, expiriesOf(work), data.span, DEFAULT_PAYOUT * BASIS_POINTS);
}

async function labelsOf({ db }: RunDeps, { userId, dataKey, request, data, currency }: JobPlan): Promise<ReportLabels> {
  const timeZone = await findTimeZone(db.sql, userId);
  const triedBefore = await countTried(db.sql, userId, dataKey, request);
  return { asset: data.asset, source: data.source, currency, timeZone, triedBefore };
}

async function runSweep(
  { pool, clock }: RunDeps,
  userId: string,
  { sweep, extent, folds }: Extract<JobWork, { kind: 'sweep' }>,
  over: RunOver,
  labels: ReportLabels,
): Promise<Result<Reported, BacktestError>> {
  const startedMs = clock.now();
  const shared = { over, sweep, folds };
  const answers = await Promise.all(
    Array.from({ length: Math.ceil(extent.variants / CHUNK_VARIANTS) }, (_, chunk) => {
      const from = chunk * CHUNK_VARIANTS;
      const to = Math.min(from + CHUNK_VARIANTS, extent.variants);
      return pool.run(userId, 'sweep_chunk', { kind: 'sweep_chunk', ...shared, from, to });
    }),
  );
  const rows = [];
  for (const { result } of answers) {
    if (!result.ok) return err(result.error);
    rows.push(result.value);
  }
  const computeMs = clock.now() - startedMs;
  const done = { kind: 'sweep_report', ...shared, rows, computeMs, labels } as const;
  const { report } = await pool.run(userId, 'sweep_report', done);
  return ok({ report, tradesGz: null });
}

/**
 * Returns the error code for a backtest error. The plan excludes all errors except a cancellation, so any other error
 * is a bug.
 */
function codeOf(error: BacktestError): string {
  return error.reason === 'cancelled' ? 'backtest_interrupted' : 'backtest_failed';
}
