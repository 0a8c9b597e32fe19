import { useQuery } from '@tanstack/react-query';
import { formatPercent } from '#shared/lib/format.ts';
import { isUnderWay } from './model/jobs-of.ts';
import { jobsQuery } from './queries.ts';

/** How far the test of some saved rules has come, in words; null where none is under way. */
export function useTestsUnderWay(): (id: string) => string | null {
  const { data = [] } = useQuery(jobsQuery);
  return (id) => {
    const job = data.find((each) => each.subject_id === id && isUnderWay(each));
    return job ? formatPercent(job.progress, 0) : null;
  };
}
