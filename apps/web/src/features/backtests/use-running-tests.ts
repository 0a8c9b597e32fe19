import { useQuery } from '@tanstack/react-query';
import { formatPercent } from '#shared/lib/format.ts';
import { isUnfinished } from './model/backtests-of-rules.ts';
import { jobsQuery } from './queries.ts';

/**
 * Returns a function from the id of rules to the progress text of their running backtest. The text is null if none is
 * running.
 */
export function useRunningTests(): (id: string) => string | null {
  const { data = [] } = useQuery(jobsQuery);
  return (id) => {
    const job = data.find((each) => each.subject_id === id && isUnfinished(each));
    return job ? formatPercent(job.progress, 0) : null;
  };
}
