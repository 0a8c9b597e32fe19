import { type Call, type Calls, call } from '#platform/calls/calls.ts';
import type { JobRow } from '../backtests.repository.ts';
import type { JobRunner } from './job-runner.ts';

type AboutJob = { readonly id: string };

/** Call for the progress of a backtest, 0–1; null if it is neither waiting nor running in the called process. */
const PROGRESS: Call<AboutJob, number | null> = call('backtests.progress');
const CANCEL: Call<AboutJob, null> = call('backtests.cancel');

/** Timeout of a call in milliseconds. After a timeout the backtest counts as running. */
const PATIENCE_MS = 1_000;

/** Serves the calls of other processes about backtests in this process. */
export function serveRunnerCalls(calls: Calls, runnerId: string, runner: JobRunner): void {
  calls.serve(PROGRESS, runnerId, ({ id }) => runner.progress().get(id) ?? null);
  calls.serve(CANCEL, runnerId, ({ id }) => {
    runner.cancel(id);
    return null;
  });
}

/** Returns the progress of an unfinished backtest from the process that runs it; null if no process does. */
export async function progressOf(calls: Calls, { id, runner }: Pick<JobRow, 'id' | 'runner'>): Promise<number | null> {
  if (runner === null) return null;
  const asked = await calls.ask(PROGRESS, runner, { id }, PATIENCE_MS);
  if (asked.ok) return asked.value;
  return asked.error === 'not_served' ? null : 0;
}

/** Cancels a backtest in the process that runs it. That process discards its later results. */
export async function cancelInRunner(calls: Calls, { id, runner }: Pick<JobRow, 'id' | 'runner'>): Promise<void> {
  if (runner !== null) await calls.ask(CANCEL, runner, { id }, PATIENCE_MS);
}
