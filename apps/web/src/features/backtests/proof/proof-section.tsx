import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BacktestJob } from '@vigia/contract';
import { Dices } from 'lucide-react';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { JobProgress } from '../panel/job-progress.tsx';
import { jobQuery, startProof } from '../queries.ts';
import { proofMessages as words } from './messages.es.ts';
import { ProofResult } from './proof-result.tsx';

type TestProps = { readonly test: BacktestJob };

/** Runs the method of a finished test in markets without an edge. Renders nothing for a grid and for a proof. */
export function ProofSection({ test }: TestProps) {
  if (test.report === null && test.sweep === null) return null;
  return (
    <section
      aria-label={words.title}
      className="grid gap-3 rounded-control border border-line bg-surface p-4 max-md:p-3"
    >
      <h3 className="flex items-center gap-2 text-14 font-semibold">
        <Dices size={16} className="shrink-0 text-accent" aria-hidden />
        {words.title}
      </h3>
      {test.proof_id === null ? <Start test={test} /> : <Proof test={test} id={test.proof_id} />}
    </section>
  );
}

function Proof({ test, id }: TestProps & { readonly id: string }) {
  const { data: job, error } = useQuery(jobQuery(id));
  if (error && job === undefined) return <p className="text-13 text-error">{problemOf(error)}</p>;
  switch (job?.status) {
    case undefined:
      return (
        <div role="status" aria-label={words.loading}>
          <Skeleton className="h-28" />
        </div>
      );
    case 'queued':
    case 'running':
      return <JobProgress job={job} />;
    case 'done':
      return job.proof && <ProofResult proof={job.proof} />;
    case 'cancelled':
    case 'failed':
      return (
        <>
          <p role="status" className="text-13 text-fg-2">
            {words.ended[job.status]}
          </p>
          <Start test={test} />
        </>
      );
  }
}

function Start({ test }: TestProps) {
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: () => startProof(apiOf(queries), test.id),
    onSuccess: (proof) => {
      queries.setQueryData(jobQuery(proof.id).queryKey, proof);
      queries.setQueryData(jobQuery(test.id).queryKey, { ...test, proof_id: proof.id });
    },
  });
  return (
    <>
      <p className="text-13 text-fg-2">{test.sweep === null ? words.intro : words.sweepIntro}</p>
      <Button
        variant="primary"
        className="justify-self-start max-md:justify-self-stretch"
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {words.start}
      </Button>
      {start.error && (
        <p role="alert" className="text-13 text-error">
          <b>{words.refused}</b>
          {`. ${problemOf(start.error)}`}
        </p>
      )}
    </>
  );
}
