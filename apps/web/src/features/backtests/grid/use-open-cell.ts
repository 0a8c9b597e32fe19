import { useMutation } from '@tanstack/react-query';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { toast } from '#shared/ui/toast.ts';
import { jobQuery, jobsQuery, startCell } from '../queries.ts';
import { gridMessages } from './messages.es.ts';

/** Starts the single test of a cell, one at a time. */
export type OpenCell = { readonly isPending: boolean; readonly open: (place: number) => void };

/** Tests a cell of a grid alone and shows that test, which has a curve and trades. */
export function useOpenCell(gridId: string, onShow: (id: string) => void): OpenCell {
  const start = useMutation({
    mutationFn: (place: number, { client }) => startCell(apiOf(client), gridId, place),
    onSuccess: (job, _place, _before, { client }) => {
      client.setQueryData(jobQuery(job.id).queryKey, job);
      void client.invalidateQueries({ queryKey: jobsQuery.queryKey, exact: true });
      onShow(job.id);
    },
    onError: (failure) => toast.error(gridMessages.report.aloneFailed, { description: problemOf(failure) }),
  });
  return { isPending: start.isPending, open: (place) => start.mutate(place) };
}
