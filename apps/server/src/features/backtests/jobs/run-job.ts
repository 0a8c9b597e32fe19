import type { BacktestError } from '@vigia/core/backtest';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type BacktestEnding, findTimeZone } from '../backtests.repository.ts';
import { runGrid } from '../grids/run-grid.ts';
import { runProof } from '../proofs/run-proof.ts';
import type { ReportLabels, ReportTexts, RunInputs } from '../threads/protocol.ts';
import { testedDataOf } from '../tries/tested-data.ts';
import type { FinishedBacktest } from './finished-backtest.ts';
import { type JobPlan, type JobWork, tradeLengthsOf } from './job-plan.ts';
import { type RunDeps, readRunInputs } from './read-run-inputs.ts';

/**
 * Number of variants per task. It is small, so that two threads end at about the same time and tasks of other users run
 * in between. Strategies are faster than setups, and the variants of one task share their work.
 */
const CHUNK_VARIANTS = { strategy: 100, pcr: 20 } as const;

/** Runs a backtest and returns its result, including an expected failure. An exception is a bug. */
export async function runJob(deps: RunDeps, plan: JobPlan): Promise<BacktestEnding> {
  const { work } = plan;
  const ran = work.kind === 'proof' ? await runProof(deps, plan, work) : await tested(deps, plan, work);
  if (plan.control.isCancelled) return { status: 'cancelled' };
  if (!ran.ok) return { status: 'failed', code: codeOf(ran.error) };
  return { status: 'done', ...ran.value };
}

type Done = Omit<Extract<BacktestEnding, { status: 'done' }>, 'status'>;
type TestWork = Exclude<JobWork, { kind: 'proof' }>;

/**
 * Runs a backtest, a sweep or a grid. Its result includes its scores and the data that it used, because they are
 * counted as a try and stored together with the report.
 */
async function tested(deps: RunDeps, plan: JobPlan, work: TestWork): Promise<Result<Done, BacktestError>> {
  const ran = await reportedBy(deps, plan, work);
  if (!ran.ok) return ran;
  const { data, scores, alone, ...result } = ran.value;
  return ok({ ...result, tried: { data, scores, alone, isLook: work.kind === 'look' } });
}

async function reportedBy(
  deps: RunDeps,
  plan: JobPlan,
  work: TestWork,
): Promise<Result<FinishedBacktest, BacktestError>> {
  const { userId } = plan;
  const labels = await labelsOf(deps, plan);
  if (work.kind === 'grid') return runGrid(deps, plan, work, labels);
  const inputs = await readRunInputs(deps, plan, plan.data, tradeLengthsOf(work));
  if (plan.control.isCancelled) return err({ reason: 'cancelled' });
  const reported =
    work.kind === 'sweep'
      ? await runSweep(deps, userId, work, inputs, labels)
      : (await deps.pool.run(userId, 'single', { kind: 'single', inputs, subject: work.subject, labels })).result;
  return reported.ok ? ok({ ...reported.value, data: [testedDataOf(plan.data, inputs.base)] }) : reported;
}

async function labelsOf({ db }: RunDeps, { userId, data, currency }: JobPlan): Promise<ReportLabels> {
  const timeZone = await findTimeZone(db.sql, userId);
  return { asset: data.asset, source: data.source, currency, timeZone };
}

async function runSweep(
  { pool, clock }: RunDeps,
  userId: string,
  { sweep, extent, folds }: Extract<JobWork, { kind: 'sweep' }>,
  inputs: RunInputs,
  labels: ReportLabels,
): Promise<Result<ReportTexts, BacktestError>> {
  const startedMs = clock.now();
  const shared = { inputs, sweep, folds };
  const size = CHUNK_VARIANTS[sweep.subject.kind];
  const answers = await Promise.all(
    Array.from({ length: Math.ceil(extent.variants / size) }, (_, chunk) => {
      const from = chunk * size;
      const to = Math.min(from + size, extent.variants);
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
  const { report, scores } = await pool.run(userId, 'sweep_report', done);
  return ok({ report, tradesGz: null, scores, alone: null });
}

/**
 * Returns the error code for a backtest error. The plan was checked before, so any error except a cancellation is a
 * bug.
 */
function codeOf(error: BacktestError): string {
  return error.reason === 'cancelled' ? 'backtest_interrupted' : 'backtest_failed';
}
