import type { BacktestJob } from '@vigia/contract';
import { type BacktestTarget, subjectWord } from '../target.ts';

/**
 * Returns the tests of these rules, newest first. Rules without a saved strategy match by their content, asset and
 * timeframe.
 */
export const jobsOf = (jobs: readonly BacktestJob[], target: BacktestTarget): readonly BacktestJob[] =>
  jobs.filter(({ subject_id: id, subject, asset, timeframe }) => {
    if (id !== null) return id === target.id;
    return subject === subjectWord(target) && asset === target.asset && timeframe === target.timeframe;
  });

export const isUnderWay = ({ status }: Pick<BacktestJob, 'status'>): boolean =>
  status === 'queued' || status === 'running';
