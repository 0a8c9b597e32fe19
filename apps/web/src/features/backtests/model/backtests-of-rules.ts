import type { BacktestJob } from '@vigia/contract';
import { type BacktestTarget, subjectWord } from '../target.ts';

/**
 * Returns the backtests of these rules, newest first. For unsaved rules, it compares kind, asset and timeframe. A grid
 * has many assets and timeframes, so only its kind is compared.
 */
export const backtestsOfRules = (jobs: readonly BacktestJob[], target: BacktestTarget): readonly BacktestJob[] =>
  jobs.filter(({ kind, subject_id: id, subject, asset, timeframe }) => {
    if (id !== null) return id === target.id;
    if (kind === 'grid') return subject === subjectWord(target);
    return subject === subjectWord(target) && asset === target.asset && timeframe === target.timeframe;
  });

export const isUnfinished = ({ status }: Pick<BacktestJob, 'status'>): boolean =>
  status === 'queued' || status === 'running';
