import { PROOF_WORLDS } from '@vigia/contract';
import { lengthOfSubject } from '@vigia/core/backtest';
import { err, invariant, ok, type Result } from '@vigia/core/kernel';
import { PAPER_CURRENCY } from '@vigia/core/money';
import { VERSION } from '#platform/project-root.ts';
import type { JobRow } from '../backtests.repository.ts';
import { type AcceptJobDeps, planWork } from '../jobs/accept-job.ts';
import { beginJob } from '../jobs/begin-job.ts';
import type { JobPlan, JobWork } from '../jobs/job-plan.ts';
import { unsuitedDataRefusal } from '../jobs/read-subject.ts';
import type { BacktestRefusal } from '../jobs/refusal.ts';
import { resolveData } from '../jobs/resolve-data.ts';
import type { ResolvedData } from '../jobs/resolved-data.ts';
import { createControlMemory, JobControl } from '../threads/job-control.ts';
import { type ProvedTest, readProvedTest } from './proved-test.ts';

/** Stored for a proof in place of a data key, because a proof is not a try on the data. */
const NO_TRY = 'proof';
/**
 * Largest number of candles that a proof runs through, over all worlds and variants. They take about a quarter of an
 * hour on two threads.
 */
const MAX_ROWS = 20_000_000_000;
/** Smallest number of worlds of a proof; its p-value can be as low as 1 %. */
const MIN_WORLDS = 99;

type ProofWork = Extract<JobWork, { kind: 'proof' }>;

/** Plans a proof of a finished test, stores it and starts it. Returns its id. */
export const acceptProof = (
  deps: AcceptJobDeps,
  userId: string,
  test: JobRow,
): Promise<Result<string, BacktestRefusal>> => beginJob(deps, userId, () => planOf(deps, userId, test));

async function planOf(deps: AcceptJobDeps, userId: string, test: JobRow): Promise<Result<JobPlan, BacktestRefusal>> {
  const proved = readProvedTest(test);
  if (!proved.ok) return proved;
  const resolved = await resolveData(deps, deps.uploads, userId, proved.value.data);
  if (!resolved.ok) return resolved;
  const data = resolved.value;
  // The backtest ran on candles of another price source, which this source does not have.
  if (data.source !== proved.value.source) return err({ code: 'backtest_no_data', values: { symbol: data.asset } });
  const work = await proofOf(deps, userId, proved.value, data);
  if (!work.ok) return work;
  // Null worlds have candles but no ticks, so candles must be sufficient to decide the trades.
  const { stepSeconds } = data;
  const refusal = unsuitedDataRefusal(proved.value.subject, work.value.extent.lengths, {
    stepSeconds,
    hasTicks: false,
  });
  if (refusal) return err(refusal);
  const { payout, stakeMinor, currency = PAPER_CURRENCY } = test.request;
  return ok({
    id: deps.ids.next(),
    userId,
    subjectId: null,
    work: work.value,
    data,
    payout,
    stakeMinor,
    currency,
    createdAtMs: deps.clock.now(),
    request: { ...test.request, data: proved.value.data, proves: test.id, appVersion: VERSION },
    dataKey: NO_TRY,
    control: new JobControl(createControlMemory()),
  });
}

async function proofOf(
  { pool }: AcceptJobDeps,
  userId: string,
  { subject, sweep }: ProvedTest,
  data: ResolvedData,
): Promise<Result<ProofWork, BacktestRefusal>> {
  const tested = await planWork(pool, userId, subject, sweep);
  if (!tested.ok) return tested;
  const work = tested.value;
  invariant(work.kind === 'single' || work.kind === 'sweep', 'a proved test has rules or a sweep');
  const extent = work.kind === 'sweep' ? work.extent : { variants: 1, lengths: [lengthOfSubject(subject)] };
  const { fromTime, toTime } = data.span;
  const candles = Math.ceil((toTime - fromTime) / data.stepSeconds);
  const worlds = Math.min(PROOF_WORLDS, Math.floor(MAX_ROWS / (candles * extent.variants)));
  if (worlds < MIN_WORLDS) return err({ code: 'proof_too_large', values: { minimum: MIN_WORLDS } });
  const method =
    work.kind === 'sweep'
      ? ({ kind: 'sweep', sweep: work.sweep, folds: work.folds } as const)
      : ({ kind: 'rules', subject } as const);
  return ok({ kind: 'proof', method, extent, worlds });
}
