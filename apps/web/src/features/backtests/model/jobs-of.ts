import type { BacktestJob } from '@vigia/contract';
import { type BacktestTarget, subjectWord } from '../target.ts';

/** Tests of these rules, newest first. A sweep belongs to no saved rules: it is known by what was swept, and where. */
export const jobsOf = (jobs: readonly BacktestJob[], target: BacktestTarget): readonly BacktestJob[] =>
  jobs.filter(({ subject_id: id, kind, subject, asset, timeframe }) => {
    if (id !== null) return id === target.id;
    return (
      kind === 'sweep' && subject === subjectWord(target) && asset === target.asset && timeframe === target.timeframe
    );
  });

export const isUnderWay = ({ status }: Pick<BacktestJob, 'status'>): boolean =>
  status === 'queued' || status === 'running';
