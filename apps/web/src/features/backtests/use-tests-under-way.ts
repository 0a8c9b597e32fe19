import { useQuery } from '@tanstack/react-query';
import { formatPercent } from '#shared/lib/format.ts';
import { isUnderWay } from './model/jobs-of.ts';
import { jobsQuery } from './queries.ts';

/**
 * Returns a function that takes the id of rules. It returns the progress text of their running test, or null if none
 * runs.
 */
export function useTestsUnderWay(): (id: string) => string | null {
  const { data = [] } = useQuery(jobsQuery);
  return (id) => {
    const job = data.find((each) => each.subject_id === id && isUnderWay(each));
    return job ? formatPercent(job.progress, 0) : null;
  };
}
