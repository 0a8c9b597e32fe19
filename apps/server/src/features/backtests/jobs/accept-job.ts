import { type BacktestData, SWEEP_MAX_VARIANTS, type SweepRequest } from '@vigia/contract';
import { type BacktestSubject, type SweepPlanError, timeframeOf } from '@vigia/core/backtest';
import { assertNever, err, ok, type Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import { VERSION } from '#platform/project-root.ts';
import type { BacktestDeps } from '../deps.ts';
import { createControlMemory, JobControl } from '../threads/job-control.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { UploadStore } from '../uploads/upload-store.ts';
import { type BeginJobDeps, beginJob } from './begin-job.ts';
import { type JobPlan, type JobWork, tradeLengthsOf } from './job-plan.ts';
import { readMoney } from './read-money.ts';
import { subjectTypeOf, unsuitedDataRefusal } from './read-subject.ts';
import type { BacktestRefusal } from './refusal.ts';
import { resolveData } from './resolve-data.ts';

export type AcceptJobDeps = Pick<BacktestDeps, 'db' | 'markets' | 'clock' | 'ids' | 'simulated'> &
  BeginJobDeps & { readonly uploads: UploadStore; readonly pool: ThreadPool };

/** The parameters of a backtest besides its rules. */
export type JobRequest = {
  readonly data: BacktestData;
  /** Payout as a fraction; undefined selects the payouts of the asset. */
  readonly payout?: number | undefined;
  readonly stake: number;
  readonly currency: Currency;
};

/** The rules to test. `subjectId` is the id of the saved setup or strategy; null for rules in the request. */
export type TestedRules = { readonly subject: BacktestSubject; readonly subjectId: string | null };

export type RequestedSweep = Pick<SweepRequest, 'ranges' | 'folds'>;

/** Makes all checks that are possible before candles are read, then stores the backtest and starts it. */
export async function acceptJob(
  deps: AcceptJobDeps,
  userId: string,
  tested: TestedRules,
  asked: JobRequest,
  sweep: RequestedSweep | null,
): Promise<Result<string, BacktestRefusal>> {
  return beginJob(deps, userId, async () => {
    const work = await planWork(deps.pool, userId, tested.subject, sweep);
    return work.ok ? planTest(deps, userId, tested, asked, { work: work.value, ranges: sweep?.ranges ?? null }) : work;
  });
}

/** Returns the work of a test, after a thread has planned its sweep. */
export async function planWork(
  pool: ThreadPool,
  userId: string,
  subject: BacktestSubject,
  asked: RequestedSweep | null,
): Promise<Result<JobWork, BacktestRefusal>> {
  if (asked === null) return ok({ kind: 'single', subject });
  const sweep = { subject, ranges: asked.ranges, maxVariants: SWEEP_MAX_VARIANTS };
  const { result } = await pool.run(userId, 'plan_sweep', { kind: 'plan_sweep', sweep });
  if (!result.ok) return err({ code: 'sweep_invalid', values: { why: whyNot(result.error) } });
  return ok({ kind: 'sweep', sweep, extent: result.value, folds: asked.folds });
}

function whyNot(error: SweepPlanError): string {
  switch (error.reason) {
    case 'unknown_path':
      return `«${error.path}» no es un número de esas reglas.`;
    case 'empty_range':
      return `el rango de «${error.path}» no tiene ningún valor.`;
    case 'too_many_variants':
      return `son ${error.variants} variantes y como mucho pueden ser ${error.max}.`;
    case 'no_valid_variant':
      return 'ninguna combinación es válida.';
    default:
      return assertNever(error);
  }
}

/** Plans a test of checked rules: money, data, and whether the data can decide its trades. */
export async function planTest(
  deps: AcceptJobDeps,
  userId: string,
  { subject, subjectId }: TestedRules,
  { data: wanted, ...asked }: JobRequest,
  { work, ranges }: { readonly work: JobWork; readonly ranges: SweepRequest['ranges'] | null },
): Promise<Result<JobPlan, BacktestRefusal>> {
  const money = readMoney(asked);
  if (!money.ok) return money;
  const resolved = await resolveData(deps, deps.uploads, userId, wanted);
  if (!resolved.ok) return resolved;
  const data = resolved.value;
  const refusal = unsuitedDataRefusal(subject, tradeLengthsOf(work), {
    stepSeconds: data.stepSeconds,
    hasTicks: data.ticks !== null,
  });
  if (refusal) return err(refusal);
  const timeframe = timeframeOf(subject);
  return ok({
    id: deps.ids.next(),
    userId,
    subjectId,
    work,
    data,
    ...money.value,
    createdAtMs: deps.clock.now(),
    request: {
      asset: data.asset,
      timeframe,
      subject: subjectTypeOf(subject),
      rules: subject.rules,
      ranges,
      ...(work.kind === 'sweep' && { folds: work.folds }),
      data: wanted,
      appVersion: VERSION,
      ...money.value,
    },
    control: new JobControl(createControlMemory()),
  });
}
