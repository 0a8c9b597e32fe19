import { err, ok, type Result } from '@vigia/core/kernel';
import { insertJob } from '../backtests.repository.ts';
import type { BacktestDeps } from '../deps.ts';
import { type JobPlan, variantCountOf } from './job-plan.ts';
import { type JobRunner, MAX_JOBS_PER_USER } from './job-runner.ts';
import type { BacktestRefusal } from './refusal.ts';

export type BeginJobDeps = Pick<BacktestDeps, 'db'> & {
  readonly runner: JobRunner;
  /** Id with which other processes address this process in calls about its backtests. */
  readonly runnerId: string;
};

/**
 * Reserves a place for a backtest of the user, plans the backtest, then stores and starts it. Returns its id.
 * @param plan makes all checks that are possible before candles are read
 */
export async function beginJob(
  deps: BeginJobDeps,
  userId: string,
  plan: () => Promise<Result<JobPlan, BacktestRefusal>>,
): Promise<Result<string, BacktestRefusal>> {
  if (!deps.runner.reserve(userId)) return err({ code: 'backtest_limit', values: { maximum: MAX_JOBS_PER_USER } });
  let hasBegun = false;
  try {
    const planned = await plan();
    if (!planned.ok) return planned;
    await writeDown(deps, planned.value);
    hasBegun = true;
    deps.runner.begin(planned.value);
    return ok(planned.value.id);
  } finally {
    if (!hasBegun) deps.runner.release(userId);
  }
}

const writeDown = ({ db, runnerId }: BeginJobDeps, plan: JobPlan): Promise<void> =>
  db.transaction((tx) =>
    insertJob(tx, {
      id: plan.id,
      userId: plan.userId,
      subjectId: plan.subjectId,
      request: plan.request,
      kind: plan.work.kind,
      variants: variantCountOf(plan.work),
      runner: runnerId,
      nowMs: plan.createdAtMs,
    }),
  );
