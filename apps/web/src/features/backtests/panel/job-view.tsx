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
import { SaveReport } from '../report/file/save-report.tsx';
import { Report } from '../report/report.tsx';
import { SweepReport } from '../sweep/sweep-report.tsx';
import type { SweepNumber } from '../target.ts';

const words = backtestMessages.job;

type JobViewProps = {
  readonly id: string;
  readonly sweepable: readonly SweepNumber[];
  /** Shows another test, which was started from this one. */
  readonly onShow: (id: string) => void;
};
type ShownProps = Omit<JobViewProps, 'id'> & { readonly job: BacktestJob };

/** Renders one test in any state. */
export function JobView({ id, ...rest }: JobViewProps) {
  const query = useQuery(jobQuery(id));
  if (query.data) return <Shown job={query.data} {...rest} />;
  if (query.isError) {
    return <ErrorState title={words.lost} text={problemOf(query.error)} onRetry={() => void query.refetch()} />;
  }
  return <ReportSkeleton />;
}

function Shown({ job, sweepable, onShow }: ShownProps) {
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
      return (
        <>
          <Result job={job} sweepable={sweepable} onShow={onShow} />
          <div className="flex justify-end">
            <SaveReport job={job} />
          </div>
        </>
      );
    default:
      return assertNever(job.status);
  }
}

function Result({ job, sweepable, onShow }: ShownProps) {
  if (job.grid) return <GridReport jobId={job.id} grid={job.grid} onShow={onShow} />;
  if (job.sweep) return <SweepReport sweep={job.sweep} numbers={sweepable} />;
  return job.report ? <Report jobId={job.id} report={job.report} /> : <ReportSkeleton />;
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
