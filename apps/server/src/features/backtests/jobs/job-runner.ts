import type { Clock, IdSource } from '@vigia/core/kernel';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database, Transaction } from '#platform/persistence/database.ts';
import { type BacktestEnding, finishJob, markRunning, saveJudgement } from '../backtests.repository.ts';
import { ThreadError } from '../threads/thread-pool.ts';
import { judgeTries } from '../tries/judge-tries.ts';
import { FairQueue } from './fair-queue.ts';
import { type JobPlan, runCountOf } from './job-plan.ts';
import { PROGRESS_STEPS_PER_RUN } from './progress-steps.ts';

/** Largest number of unfinished backtests of one user. */
export const MAX_JOBS_PER_USER = 2;
/** Number of backtests that run concurrently, one per thread. A waiting backtest holds no candles in memory. */
const JOBS_AT_ONCE = 2;

type Running = { readonly plan: JobPlan; readonly ended: Promise<void> };
/** A waiting backtest. The runner calls `go(true)` when its turn comes, or `go(false)` if it is cancelled before. */
type Waiting = { readonly plan: JobPlan; readonly go: (hasTurn: boolean) => void };

export type JobRunnerDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  /** Runs a plan to its end. */
  readonly run: (plan: JobPlan) => Promise<BacktestEnding>;
};

/** Runs backtests, one user after the other in turn. Stores the result of each backtest when it ends. */
export class JobRunner {
  readonly #deps: JobRunnerDeps;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #leave = new Map<string, () => void>();
  readonly #jobs = new Map<string, Running>();
  readonly #placesOf = new Map<string, number>();
  #turns = 0;
  #isStopped = false;

  constructor(deps: JobRunnerDeps) {
    this.#deps = deps;
  }

  /**
   * Reserves a place for one more backtest of the user. It is synchronous, so concurrent requests cannot exceed the
   * limit. Returns false if the user has reached the limit.
   */
  reserve(userId: string): boolean {
    const taken = this.#placesOf.get(userId) ?? 0;
    if (taken >= MAX_JOBS_PER_USER) return false;
    this.#placesOf.set(userId, taken + 1);
    return true;
  }

  release(userId: string): void {
    const taken = this.#placesOf.get(userId) ?? 0;
    if (taken <= 1) this.#placesOf.delete(userId);
    else this.#placesOf.set(userId, taken - 1);
  }

  /** Starts a backtest that is reserved and stored. Its slot becomes free when it ends. */
  begin(plan: JobPlan): void {
    const ended = this.#live(plan).finally(() => {
      this.#jobs.delete(plan.id);
      this.release(plan.userId);
    });
    this.#jobs.set(plan.id, { plan, ended });
  }

  /** Returns the progress, 0–1, of each backtest that waits or runs in this process. */
  progress(): ReadonlyMap<string, number> {
    return new Map(
      [...this.#jobs].map(([id, { plan }]) => [
        id,
        Math.min(plan.control.doneUnits / (PROGRESS_STEPS_PER_RUN * runCountOf(plan.work)), 1),
      ]),
    );
  }

  /**
   * Cancels a backtest. A busy thread notices this within about ten thousand candles; until then the backtest counts
   * towards the user's limit.
   */
  cancel(id: string): void {
    this.#jobs.get(id)?.plan.control.cancel();
    this.#leave.get(id)?.();
  }

  /** Resolves when this backtest no longer waits or runs in this process. Its place is then free. */
  async ended(id: string): Promise<void> {
    await this.#jobs.get(id)?.ended;
  }

  /** Resolves when no backtest is waiting or running. */
  async idle(): Promise<void> {
    while (this.#jobs.size > 0) await Promise.all([...this.#jobs.values()].map(({ ended }) => ended));
  }

  /** Interrupts all unfinished backtests, and resolves when they have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const id of Array.from(this.#jobs.keys())) this.cancel(id);
    await this.idle();
  }

  async #live(plan: JobPlan): Promise<void> {
    const hasTurn = await this.#turn(plan);
    try {
      await this.#end(plan, hasTurn ? await this.#endingOf(plan) : this.#cancelled());
    } finally {
      if (hasTurn) this.#passOn();
    }
  }

  async #turn(plan: JobPlan): Promise<boolean> {
    if (this.#turns < JOBS_AT_ONCE) {
      this.#turns += 1;
      return true;
    }
    const hasTurn = await new Promise<boolean>((go) => {
      this.#waiting.push(plan.userId, { plan, go });
      this.#leave.set(plan.id, () => go(false));
    });
    this.#leave.delete(plan.id);
    return hasTurn;
  }

  /**
   * Starts the next waiting backtest that is not cancelled. It is synchronous, so no new backtest can take the free
   * slot.
   */
  #passOn(): void {
    for (let next = this.#waiting.take(); next !== undefined; next = this.#waiting.take()) {
      if (!next.plan.control.isCancelled) return next.go(true);
    }
    this.#turns -= 1;
  }

  async #endingOf(plan: JobPlan): Promise<BacktestEnding> {
    try {
      if (plan.control.isCancelled) return this.#cancelled();
      await markRunning(this.#deps.db.sql, plan.id);
      const ending = await this.#deps.run(plan);
      return ending.status === 'cancelled' ? this.#cancelled() : ending;
    } catch (error) {
      if (this.#isStopped) return this.#cancelled();
      if (!(error instanceof ThreadError)) this.#deps.log.error({ err: error, id: plan.id }, 'a backtest failed');
      return { status: 'failed', code: 'backtest_failed' };
    }
  }

  /** Returns the result of a stopped backtest: cancelled by the user, or interrupted by the end of the server. */
  #cancelled(): BacktestEnding {
    return this.#isStopped ? { status: 'failed', code: 'backtest_interrupted' } : { status: 'cancelled' };
  }

  async #end(plan: JobPlan, ending: BacktestEnding): Promise<void> {
    try {
      await this.#deps.db.transaction((tx) => this.#store(tx, plan, ending));
    } catch (error) {
      // The row stays unfinished, so the backtest is later reported as interrupted.
      this.#deps.log.error({ err: error, id: plan.id }, 'the end of a backtest was not stored');
    }
  }

  /** Stores an ending. A report that is shown spends from the budget of its data in the same transaction. */
  async #store(tx: Transaction, { id, userId }: JobPlan, ending: BacktestEnding): Promise<void> {
    const { clock, ids } = this.#deps;
    const isStored = await finishJob(tx, id, ending, clock.now());
    if (!isStored || ending.status !== 'done' || ending.tried === null) return;
    await saveJudgement(tx, id, await judgeTries(tx, userId, ending.tried, () => ids.next(), clock.now()));
  }
}
