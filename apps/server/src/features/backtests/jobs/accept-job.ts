import { type BacktestData, SWEEP_MAX_VARIANTS, type SweepRequest } from '@vigia/contract';
import type { BacktestSubject, SweepPlanError } from '@vigia/core/backtest';
import { assertNever, err, ok, type Result } from '@vigia/core/kernel';
import { type Currency, parseAmountMinor } from '@vigia/core/money';
import { insertJob } from '../backtests.repository.ts';
import type { BacktestDeps } from '../deps.ts';
import { controlMemory, JobControl } from '../threads/job-control.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { UploadStore } from '../uploads/upload-store.ts';
import { expiriesOf, type JobPlan, type JobWork, variantsOf } from './job-plan.ts';
import { JOBS_A_PERSON, type JobRunner } from './job-runner.ts';
import { timeframeOf, unsuited, wordOf } from './read-subject.ts';
import type { Refusal } from './refusal.ts';
import { resolveData } from './resolve-data.ts';

export type AcceptDeps = Pick<BacktestDeps, 'db' | 'markets' | 'clock' | 'ids'> & {
  readonly uploads: UploadStore;
  readonly runner: JobRunner;
  readonly pool: ThreadPool;
  /** Id by which other processes ask this process about its backtests. */
  readonly runnerId: string;
};

const BASIS_POINTS = 10_000;

/** The parameters of a backtest besides its rules. */
export type JobRequest = {
  readonly data: BacktestData;
  /** Payout as a fraction; undefined for the payouts of the asset. */
  readonly payout?: number | undefined;
  readonly stake: number;
  readonly currency: Currency;
};

/** The rules to test; `subjectId` is the id of the saved setup or strategy, null for rules of a request. */
export type Tested = { readonly subject: BacktestSubject; readonly subjectId: string | null };

export type SweepAsked = Pick<SweepRequest, 'ranges' | 'folds'>;

/** Makes all checks that are possible before candles are read, then stores the backtest and starts it. */
export async function acceptJob(
  deps: AcceptDeps,
  userId: string,
  tested: Tested,
  asked: JobRequest,
  sweep: SweepAsked | null,
): Promise<Result<string, Refusal>> {
  if (!deps.runner.reserve(userId)) return err({ code: 'backtest_limit', values: { maximum: JOBS_A_PERSON } });
  let hasBegun = false;
  try {
    const work = await workOf(deps.pool, userId, tested.subject, sweep);
    if (!work.ok) return work;
    const plan = await planOf(deps, userId, tested, asked, { work: work.value, ranges: sweep?.ranges ?? null });
    if (!plan.ok) return plan;
    await writeDown(deps, plan.value);
    hasBegun = true;
    deps.runner.begin(plan.value);
    return ok(plan.value.id);
  } finally {
    if (!hasBegun) deps.runner.release(userId);
  }
}

async function workOf(
  pool: ThreadPool,
  userId: string,
  subject: BacktestSubject,
  asked: SweepAsked | null,
): Promise<Result<JobWork, Refusal>> {
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

async function planOf(
  deps: AcceptDeps,
  userId: string,
  { subject, subjectId }: Tested,
  { data: wanted, payout: wish, stake, currency }: JobRequest,
  { work, ranges }: { readonly work: JobWork; readonly ranges: SweepRequest['ranges'] | null },
): Promise<Result<JobPlan, Refusal>> {
  const stakeMinor = parseAmountMinor(stake, currency);
  const payout = wish === undefined ? null : Math.round(wish * BASIS_POINTS) / BASIS_POINTS;
  if (!stakeMinor.ok) return err({ code: 'amount_invalid' });
  const resolved = await resolveData(deps, deps.uploads, userId, wanted);
  if (!resolved.ok) return resolved;
  const data = resolved.value;
  const refusal = unsuited(subject, expiriesOf(work), data.stepSeconds);
  if (refusal) return err(refusal);
  const timeframe = timeframeOf(subject);
  return ok({
    id: deps.ids.next(),
    userId,
    subjectId,
    work,
    data,
    payout,
    createdAtMs: deps.clock.now(),
    request: {
      asset: data.asset,
      timeframe,
      subject: wordOf(subject),
      rules: subject.rules,
      ranges,
      data: wanted,
      payout,
      stakeMinor: stakeMinor.value,
      currency,
    },
    dataKey: `${data.key}:${timeframe}`,
    stakeMinor: stakeMinor.value,
    currency,
    control: new JobControl(controlMemory()),
  });
}

const writeDown = ({ db, runnerId }: AcceptDeps, plan: JobPlan): Promise<void> =>
  db.transaction((tx) =>
    insertJob(tx, {
      id: plan.id,
      userId: plan.userId,
      subjectId: plan.subjectId,
      request: plan.request,
      dataKey: plan.dataKey,
      kind: plan.work.kind,
      variants: variantsOf(plan.work),
      runner: runnerId,
      nowMs: plan.createdAtMs,
    }),
  );
