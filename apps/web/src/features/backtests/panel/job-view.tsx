import { useQuery } from '@tanstack/react-query';
import type { BacktestJob } from '@vigia/contract';
import { assertNever } from '@vigia/core/kernel';
import { CircleX, TriangleAlert } from 'lucide-react';
import { problemOf } from '#shared/lib/problem.ts';
import { Note } from '#shared/ui/note.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { GridReport } from '../grid/grid-report.tsx';
import { backtestMessages } from '../messages.es.ts';
import { ProofResult } from '../proof/proof-result.tsx';
import { ProofSection } from '../proof/proof-section.tsx';
import { jobQuery } from '../queries.ts';
import { SaveReport } from '../report/file/save-report.tsx';
import { Report } from '../report/report.tsx';
import { SweepReport } from '../sweep/sweep-report.tsx';
import type { SweepNumber } from '../target.ts';
import { JobProgress } from './job-progress.tsx';

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
      return <JobProgress job={job} />;
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
          <ProofSection test={job} />
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
  if (job.grid) return <GridReport jobId={job.id} grid={job.grid} judgement={job.judgement} onShow={onShow} />;
  if (job.proof) return <ProofResult proof={job.proof} />;
  if (job.sweep) return <SweepReport sweep={job.sweep} judgement={job.judgement} numbers={sweepable} />;
  return job.report ? <Report jobId={job.id} report={job.report} judgement={job.judgement} /> : <ReportSkeleton />;
}

const ReportSkeleton = () => (
  <div role="status" aria-label={backtestMessages.report.label} className="grid gap-4">
    <Skeleton className="h-28" />
    <Skeleton className="h-44" />
    <Skeleton className="h-56" />
  </div>
);
