import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PcrSetupView } from '@vigia/contract';
import { useCallback } from 'react';
import { automationQuery } from '#shared/lib/automation.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { toast } from '#shared/ui/toast.ts';
import { pcrMessages } from '../messages.es.ts';
import { setupsQuery } from '../queries.ts';
import { activateSetup, metricsQuery, stopSetup } from '../setup-calls.ts';

/** Returns a function that refetches lists and figures. Call it after a setup was added, removed or changed. */
export function useRefetchSetups(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    const changed = [setupsQuery.queryKey, metricsQuery.queryKey, automationQuery.queryKey];
    await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
  }, [queries]);
}

/**
 * Activates or deactivates a setup. The screen shows the change at once. If the server refuses it, the screen shows the
 * previous state and the reason.
 */
export function useSetActive() {
  const queries = useQueryClient();
  const changed = useRefetchSetups();
  return useMutation({
    mutationFn: async ({ setup, on }: { readonly setup: PcrSetupView; readonly on: boolean }) => {
      if (on) await activateSetup(apiOf(queries), setup.id);
      else await stopSetup(apiOf(queries), setup.id, false);
    },
    onMutate: async ({ setup, on }) => {
      await queries.cancelQueries({ queryKey: setupsQuery.queryKey });
      const before = queries.getQueryData(setupsQuery.queryKey);
      queries.setQueryData(setupsQuery.queryKey, (list) =>
        list?.map((each) => (each.id === setup.id ? { ...each, is_active: on } : each)),
      );
      return before;
    },
    onError: (failure, { setup, on }, before) => {
      queries.setQueryData(setupsQuery.queryKey, before);
      toast.error(pcrMessages.switchFailed(setup.name, on), { description: problemOf(failure) });
    },
    onSettled: changed,
  });
}
