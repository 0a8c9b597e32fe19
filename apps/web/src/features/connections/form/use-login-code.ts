import { useQueryClient } from '@tanstack/react-query';
import type { BrokerView } from '@vigia/contract';
import { useState } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { toast } from '#shared/ui/toast.ts';
import { answerBrokerCode } from '../broker-calls.ts';
import { connectionsMessages as words } from '../messages.es.ts';
import { connectionsQuery, takeBrokerStatus } from '../queries.ts';

/**
 * Submits the login code of a broker. The state is outside the form, because the form unmounts while the broker checks
 * the code.
 */
export function useLoginCode({ id, display_name: name }: Pick<BrokerView, 'id' | 'display_name'>) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (typed: string) => {
    const code = typed.replaceAll(/[\s-]/g, '');
    if (code === '') return setProblem(words.code.missing);
    setProblem(null);
    setBusy(true);
    try {
      const answer = await answerBrokerCode(apiOf(queries), id, code);
      takeBrokerStatus(queries, answer);
      if (answer.connection_status === 'connected') toast.success(words.done.connected(name));
    } catch (failure) {
      setProblem(problemOf(failure));
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: connectionsQuery.queryKey });
    }
  };
  return { busy, problem, send };
}

export type LoginCodeForm = ReturnType<typeof useLoginCode>;
