import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BacktestJob } from '@vigia/contract';
import { assertNever } from '@vigia/core/kernel';
import { CircleX, TriangleAlert } from 'lucide-react';
import { formatPercent } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { GridReport } from '../grid/grid-report.tsx';
import { backtestMessages } from '../messages.es.ts';
import { cancelJob, jobQuery, jobsQuery } from '../queries.ts';
import { Report } from '../report/report.tsx';
import { SweepReport } from '../sweep/sweep-report.tsx';
import type { SweepNumber } from '../target.ts';

const words = backtestMessages.job;

type JobViewProps = { readonly id: string; readonly sweepable: readonly SweepNumber[] };

/** Renders one backtest in any state: waiting, running or ended. */
export function JobView({ id, sweepable }: JobViewProps) {
  const query = useQuery(jobQuery(id));
  if (query.data) return <Shown job={query.data} sweepable={sweepable} />;
  if (query.isError) {
    return <ErrorState title={words.lost} text={problemOf(query.error)} onRetry={() => void query.refetch()} />;
  }
  return <ReportSkeleton />;
}

function Shown({ job, sweepable }: { readonly job: BacktestJob; readonly sweepable: readonly SweepNumber[] }) {
  switch (job.status) {
    case 'queued':
    case 'running':
      return <Progress job={job} />;
    case 'cancelled':
      return (
        <Note icon={CircleX}>
          <p role="status">{words.cancelled}</p>
        </Note>
      );
    case 'failed':
      return (
        <Note icon={TriangleAlert} tone="error">
          <b>{words.failed}</b>
          <span>{job.error?.message}</span>
        </Note>
      );
    case 'done':
      if (job.grid) return <GridReport grid={job.grid} />;
      if (job.sweep) return <SweepReport sweep={job.sweep} numbers={sweepable} />;
      return job.report ? <Report jobId={job.id} report={job.report} /> : <ReportSkeleton />;
    default:
      return assertNever(job.status);
  }
}

function Progress({ job }: { readonly job: BacktestJob }) {
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
        <Button size="sm" className="max-md:h-(--h-touch)" loading={cancel.isPending} onClick={() => cancel.mutate()}>
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

const ReportSkeleton = () => (
  <div role="status" aria-label={backtestMessages.report.label} className="grid gap-4">
    <Skeleton className="h-28" />
    <Skeleton className="h-44" />
    <Skeleton className="h-56" />
  </div>
);
