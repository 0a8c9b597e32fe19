import type { BacktestError } from '@vigia/core/backtest';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type Ending, findTimeZone } from '../backtests.repository.ts';
import { countTried } from '../count-tried.ts';
import { runGrid } from '../grids/run-grid.ts';
import type { Reported, ReportLabels, RunOver } from '../threads/protocol.ts';
import { type JobPlan, type JobWork, lengthsOf } from './job-plan.ts';
import { overOf, type RunDeps } from './run-over.ts';

/**
 * Number of variants per task. It is small, so that two threads end at about the same time and tasks of other users run
 * in between.
 */
const CHUNK_VARIANTS = 20;

/** Runs a backtest and returns its result, including an expected failure. An exception is a bug. */
export async function runJob(deps: RunDeps, plan: JobPlan): Promise<Ending> {
  const labels = await labelsOf(deps, plan);
  const reported = await reportedBy(deps, plan, labels);
  if (plan.control.isCancelled) return { status: 'cancelled' };
  if (reported.ok) return { status: 'done', report: reported.value.report, tradesGz: reported.value.tradesGz };
  return { status: 'failed', code: codeOf(reported.error) };
}

async function reportedBy(
  deps: RunDeps,
  plan: JobPlan,
  labels: ReportLabels,
): Promise<Result<Reported, BacktestError>> {
  const { work, userId } = plan;
  if (work.kind === 'grid') return runGrid(deps, plan, work, labels);
  const over = await overOf(deps, plan, plan.data, lengthsOf(work));
  if (plan.control.isCancelled) return err({ reason: 'cancelled' });
  if (work.kind === 'sweep') return runSweep(deps, userId, work, over, labels);
  return (await deps.pool.run(userId, 'single', { kind: 'single', over, subject: work.subject, labels })).result;
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
 * Returns the error code for a backtest error. The plan was checked before, so any error except a cancellation is a
 * bug.
 */
function codeOf(error: BacktestError): string {
  return error.reason === 'cancelled' ? 'backtest_interrupted' : 'backtest_failed';
}
