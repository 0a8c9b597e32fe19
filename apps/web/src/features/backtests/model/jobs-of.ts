import type { BacktestJob } from '@vigia/contract';
import { type BacktestTarget, subjectWord } from '../target.ts';

/**
 * Returns the tests of these rules, newest first. Unsaved rules match by their kind, asset and timeframe. A grid has
 * many of these and matches by its kind.
 */
export const jobsOf = (jobs: readonly BacktestJob[], target: BacktestTarget): readonly BacktestJob[] =>
  jobs.filter(({ kind, subject_id: id, subject, asset, timeframe }) => {
    if (id !== null) return id === target.id;
    if (kind === 'grid') return subject === subjectWord(target);
    return subject === subjectWord(target) && asset === target.asset && timeframe === target.timeframe;
  });

export const isUnderWay = ({ status }: Pick<BacktestJob, 'status'>): boolean =>
  status === 'queued' || status === 'running';
