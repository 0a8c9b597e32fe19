import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Button } from '#shared/ui/button.tsx';
import { CopyButton } from '#shared/ui/copy-button.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { JobView } from '../panel/job-view.tsx';
import { jobsQuery } from '../queries.ts';
import { Comparison } from './comparison.tsx';
import { compareMessages as words } from './messages.es.ts';
import { RunList } from './run-list.tsx';

type TestsPageProps = {
  readonly tabs: ReactNode;
  /** Ids in the URL: none for the list, one for a backtest, several for a comparison. */
  readonly shown: readonly string[];
  readonly onShow: (ids: readonly string[]) => void;
};

/** The page of the kept backtests. Its URL names what is shown, so a link or a reload shows the same. */
export function TestsPage({ tabs, shown, onShow }: TestsPageProps) {
  usePageTitle(words.title);
  const [first] = shown;
  return (
    <>
      <header className="pt-1">
        <h1>{words.title}</h1>
        <p className="mt-0.5 text-13 text-fg-2">{words.subtitle}</p>
      </header>
      <div className="flex flex-wrap items-center justify-between gap-3">{tabs}</div>
      {first === undefined ? (
        <Kept onShow={onShow} />
      ) : (
        <div className="grid min-w-0 gap-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Button variant="ghost" size="sm" onClick={() => onShow([])}>
              <ArrowLeft size={15} aria-hidden />
              {words.back}
            </Button>
            <CopyButton text={window.location.href} label={words.link} />
          </div>
          {shown.length === 1 ? (
            <JobView key={first} id={first} sweepable={[]} onShow={(id) => onShow([id])} />
          ) : (
            <Comparison ids={shown} />
          )}
        </div>
      )}
    </>
  );
}

function Kept({ onShow }: Pick<TestsPageProps, 'onShow'>) {
  const jobs = useQuery(jobsQuery);
  if (jobs.data) {
    return jobs.data.length === 0 ? (
      <EmptyState icon={FlaskConical} text={words.empty} />
    ) : (
      <RunList jobs={jobs.data} onShow={onShow} />
    );
  }
  if (jobs.isError) {
    return <ErrorState title={words.failed} text={problemOf(jobs.error)} onRetry={() => void jobs.refetch()} />;
  }
  return (
    <div role="status" aria-label={words.loading}>
      <Skeleton className="h-56" />
    </div>
  );
}
