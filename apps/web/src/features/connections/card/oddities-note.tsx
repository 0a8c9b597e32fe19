import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BrokerView } from '@vigia/contract';
import { CircleHelp, TriangleAlert } from 'lucide-react';
import { problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { Note } from '#shared/ui/note.tsx';
import { toast } from '#shared/ui/toast.ts';
import { acceptOddities } from '../broker-calls.ts';
import { connectionsMessages } from '../messages.es.ts';
import { takeBrokerStatus } from '../queries.ts';

const words = connectionsMessages.oddities;

/**
 * Shows that the broker sends messages that this version does not know, and whether the account is therefore closed for
 * orders.
 */
export function OdditiesNote({ broker }: { readonly broker: BrokerView }) {
  const { oddities, closed_for_orders: isClosed } = broker.status.connection_info;
  const count = oddities.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return null;
  return (
    <Note icon={isClosed ? TriangleAlert : CircleHelp} tone={isClosed ? 'error' : 'warn'}>
      <b>{words.title(count)}</b>
      <span>{isClosed ? words.closed : words.open}</span>
      <details>
        <summary className="cursor-pointer py-1 text-fg-2 touch:py-3">{words.details}</summary>
        <ul className="grid gap-1 pt-1">
          {oddities.map(({ kind, message, count: times, touches_orders }) => (
            <li key={`${kind} ${message} ${touches_orders}`} className="wrap-anywhere tabular-nums">
              {words.line(words.kinds[kind], message, times, touches_orders)}
            </li>
          ))}
        </ul>
      </details>
      {isClosed && <Accept broker={broker} />}
    </Note>
  );
}

function Accept({ broker: { id, display_name: name } }: { readonly broker: BrokerView }) {
  const queries = useQueryClient();
  const { api } = useServices();
  const accept = useMutation({
    mutationFn: () => acceptOddities(api, id),
    onSuccess: (answer) => {
      takeBrokerStatus(queries, answer);
      toast.success(words.accepted(name));
    },
    onError: (failure) => toast.error(problemOf(failure)),
  });
  return (
    <Button
      size="sm"
      className="justify-self-start touch:h-(--h-touch)"
      aria-label={connectionsMessages.of(words.accept, name)}
      loading={accept.isPending}
      onClick={() => accept.mutate()}
    >
      {words.accept}
    </Button>
  );
}
