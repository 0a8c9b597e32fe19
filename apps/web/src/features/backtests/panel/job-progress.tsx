import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BacktestJob } from '@vigia/contract';
import { formatPercent } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { backtestMessages } from '../messages.es.ts';
import { cancelJob, jobQuery, jobsQuery } from '../queries.ts';

const words = backtestMessages.job;

/** Shows how far a test is, with a button that cancels it. */
export function JobProgress({ job }: { readonly job: BacktestJob }) {
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelJob(apiOf(queries), job.id),
    onSuccess: (ended) => queries.setQueryData(jobQuery(job.id).queryKey, ended),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: jobsQuery.queryKey });
    },
  });
  const percent = formatPercent(job.progress, 0);
  return (
    <section className="grid gap-3 rounded-control border border-line bg-surface p-4">
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="text-13">
          {job.status === 'queued' ? words.queued : words.running(percent)}
        </p>
        <Button size="sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {words.cancel}
        </Button>
      </div>
      <div
        role="progressbar"
        aria-label={words.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(job.progress * 100)}
        className="h-1.5 overflow-hidden rounded-pill bg-line-strong"
      >
        <div className="h-full rounded-pill bg-accent transition-[width]" style={{ width: `${job.progress * 100}%` }} />
      </div>
      {cancel.error ? (
        <FieldError>{problemOf(cancel.error)}</FieldError>
      ) : (
        <p className="text-12 text-fg-3">{words.background}</p>
      )}
    </section>
  );
}
