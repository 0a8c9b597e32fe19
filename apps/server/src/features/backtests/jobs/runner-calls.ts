import { type Call, type Calls, call } from '#platform/calls/calls.ts';
import type { JobRow } from '../backtests.repository.ts';
import type { JobRunner } from './job-runner.ts';

type AboutJob = { readonly id: string };

/** How much of a test is done, 0–1; null: it does not wait or run there. */
const PROGRESS: Call<AboutJob, number | null> = call('backtests.progress');
const CANCEL: Call<AboutJob, null> = call('backtests.cancel');

/** After this time the answer is what is known: the test runs. */
const PATIENCE_MS = 1_000;

/** Answers other processes for the tests that run here; both end with the process. */
export function serveRunner(calls: Calls, runnerId: string, runner: JobRunner): void {
  calls.serve(PROGRESS, runnerId, ({ id }) => runner.progress().get(id) ?? null);
  calls.serve(CANCEL, runnerId, ({ id }) => {
    runner.cancel(id);
    return null;
  });
}

/** Asks the process that runs an unfinished test for its progress; null if none runs it any more. */
export async function progressOf(calls: Calls, { id, runner }: Pick<JobRow, 'id' | 'runner'>): Promise<number | null> {
  if (runner === null) return null;
  const asked = await calls.ask(PROGRESS, runner, { id }, PATIENCE_MS);
  if (asked.ok) return asked.value;
  return asked.error === 'not_served' ? null : 0;
}

/** Stops a backtest in the process that runs it; its later results are discarded. */
export async function cancelAt(calls: Calls, { id, runner }: Pick<JobRow, 'id' | 'runner'>): Promise<void> {
  if (runner !== null) await calls.ask(CANCEL, runner, { id }, PATIENCE_MS);
}
