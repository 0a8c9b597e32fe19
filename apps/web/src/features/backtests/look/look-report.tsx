import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BacktestJob, BacktestJudgementView } from '@vigia/contract';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { formatPercent } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { BacktestWithLink } from '../panel/backtest-with-link.tsx';
import { jobQuery, jobsQuery, startTest } from '../queries.ts';
import { Report } from '../report/report.tsx';
import type { BacktestTarget } from '../target.ts';
import { lookRequest } from './look-request.ts';
import { lookMessages as words } from './messages.es.ts';
import { useLook } from './use-look.ts';

/**
 * Shows the full report of a look at rules, which the strip of the editor has started. The user can ask for a verdict,
 * which starts a test that counts as a try.
 */
export function LookReport({ target }: { readonly target: BacktestTarget }) {
  const { shown, isStale, problem, retry } = useLook(lookRequest(target), false);
  const [judgedId, setJudgedId] = useState<string | null>(null);
  const judging = useJudging(target, setJudgedId);
  if (judgedId !== null) return <BacktestWithLink id={judgedId} sweepable={target.sweepable} onShow={setJudgedId} />;
  if (problem !== null) return <ErrorState title={words.failed} text={problem} onRetry={retry} />;
  if (isStale || !shown?.report) return <Skeleton className="h-80" />;
  return (
    <>
      <AskVerdict judgement={shown.judgement} loading={judging.isPending} onAsk={() => judging.mutate()} />
      {judging.error && <FieldError>{problemOf(judging.error)}</FieldError>}
      <Report jobId={shown.id} report={shown.report} judgement={shown.judgement} />
    </>
  );
}

type AskVerdictProps = {
  readonly judgement: BacktestJudgementView | null;
  readonly loading: boolean;
  readonly onAsk: () => void;
};

const AskVerdict = ({ judgement, loading, onAsk }: AskVerdictProps) => (
  <Note icon={Eye}>
    <h3>{words.ask.title}</h3>
    <p>{words.ask.text}</p>
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button variant="primary" loading={loading} onClick={onAsk}>
        {words.ask.submit}
      </Button>
      <span>{judgement ? costOf(judgement) : words.ask.cost}</span>
    </div>
  </Note>
);

const costOf = ({ verdict, level, spent }: BacktestJudgementView): string =>
  verdict === 'short_sample'
    ? words.ask.short
    : `${words.ask.cost} ${words.ask.left(formatPercent(Math.max(0, level - spent)), formatPercent(level))}`;

function useJudging(target: BacktestTarget, onStarted: (id: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<BacktestJob> => {
      const { subject: _subject, ...wish } = lookRequest(target);
      return startTest(apiOf(queries), target, wish);
    },
    onSuccess: (job) => {
      queries.setQueryData(jobQuery(job.id).queryKey, job);
      void queries.invalidateQueries({ queryKey: jobsQuery.queryKey, exact: true });
      onStarted(job.id);
    },
  });
}
