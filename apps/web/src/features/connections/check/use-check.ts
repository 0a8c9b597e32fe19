import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BrokerCheckResponse } from '@vigia/contract';
import type { BrokerId } from '@vigia/core/vocabulary';
import { useEffect } from 'react';
import { useServices } from '#shared/lib/services.ts';
import { answerCheck, cancelCheck, checkQuery, isInProgress, startCheck } from './check-calls.ts';

/** Starts a broker check on mount and cancels it on unmount. */
export function useCheck(id: BrokerId) {
  const queries = useQueryClient();
  const { api } = useServices();
  const take = (answer: BrokerCheckResponse) => queries.setQueryData(checkQuery(id).queryKey, answer);
  const start = useMutation({ mutationFn: () => startCheck(api, id), onSuccess: take });
  const answer = useMutation({ mutationFn: (send: boolean) => answerCheck(api, id, send), onSuccess: take });
  const { data } = useQuery({ ...checkQuery(id), enabled: start.isSuccess });
  const { mutate } = start;
  useEffect(() => {
    mutate();
    return () => {
      const known = queries.getQueryData(checkQuery(id).queryKey);
      // The result of the cancel request does not matter. The server also ends the check after a timeout.
      if (known === undefined || isInProgress(known)) void cancelCheck(api, id).catch(() => undefined);
    };
  }, [api, id, mutate, queries]);
  return { check: data, start, answer };
}
