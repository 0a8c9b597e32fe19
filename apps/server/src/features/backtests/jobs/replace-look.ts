import type { BacktestRequest } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import { type JobRow, listLooks, removeLook } from '../backtests.repository.ts';
import { type AcceptJobDeps, planTest } from './accept-job.ts';
import { beginJob } from './begin-job.ts';
import { readSubject } from './read-subject.ts';
import type { BacktestRefusal } from './refusal.ts';

/**
 * Cancels and deletes the user's earlier look, then starts a look at the rules in the request, which is a test without
 * a verdict. Returns its id.
 * @param end cancels a test; returns false if it has ended before
 */
export async function replaceLook(
  deps: AcceptJobDeps,
  end: (row: JobRow) => Promise<boolean>,
  userId: string,
  request: BacktestRequest,
): Promise<Result<string, BacktestRefusal>> {
  const read = readSubject(request.subject);
  if (!read.ok) return read;
  const subject = read.value;
  for (const before of await listLooks(deps.db.sql, userId)) {
    // A cancelled look holds its place until its thread notices.
    if (await end(before)) await deps.runner.ended(before.id);
    await removeLook(deps.db.sql, before.id, userId);
  }
  return beginJob(deps, userId, () =>
    planTest(deps, userId, { subject, subjectId: null }, request, { work: { kind: 'look', subject }, ranges: null }),
  );
}
