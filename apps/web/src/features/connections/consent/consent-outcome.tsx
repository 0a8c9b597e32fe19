import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { brokerName } from '#shared/lib/broker-name.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { Note } from '#shared/ui/note.tsx';
import { finishConsent } from '../broker-calls.ts';
import { connectionsQuery, takeBrokerStatus } from '../queries.ts';
import type { ConsentAnswer } from './consent-answer.ts';
import { consentMessages as words } from './messages.es.ts';

/** Connects the broker once with the redirect parameters of its OAuth page, and shows the result. */
export function ConsentOutcome({ answer: { broker, query } }: { readonly answer: ConsentAnswer }) {
  const name = brokerName(broker);
  const [code, state, error] = [query.get('code'), query.get('state'), query.get('error')];
  if (error === 'access_denied') return <Failed>{words.denied(name)}</Failed>;
  if (error !== null || code === null || state === null) return <Failed>{words.refused(name)}</Failed>;
  return <Finishing broker={broker} name={name} answer={{ code, state }} />;
}

type FinishingProps = {
  readonly broker: string;
  readonly name: string;
  readonly answer: { readonly code: string; readonly state: string };
};

function Finishing({ broker, name, answer }: FinishingProps) {
  const { api } = useServices();
  const queries = useQueryClient();
  const { isSuccess, error } = useQuery({
    // The query runs only once, even if React mounts the page twice. The server accepts the parameters only once.
    queryKey: ['consent', answer.state],
    queryFn: async () => {
      const status = await finishConsent(api, broker, answer);
      takeBrokerStatus(queries, status);
      void queries.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      return status;
    },
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (error !== null) return <Failed>{problemOf(error)}</Failed>;
  return (
    <div role="status">
      {isSuccess ? (
        <Note icon={CircleCheck}>
          <b className="text-fg-1">{words.done(name)}</b> {words.doneText}
        </Note>
      ) : (
        <p className="flex items-center gap-2 text-13 text-fg-2">
          <LoaderCircle size={15} className="animate-spin" aria-hidden />
          {words.working(name)}
        </p>
      )}
    </div>
  );
}

const Failed = ({ children }: { readonly children: ReactNode }) => (
  <div role="alert">
    <Note icon={CircleX} tone="error">
      <b>{words.failed}</b>
      <span>{children}</span>
    </Note>
  </div>
);
