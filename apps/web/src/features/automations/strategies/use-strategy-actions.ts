import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StrategyView } from '@vigia/contract';
import type { StrategyStatus } from '@vigia/core/vocabulary';
import { automationQuery } from '#shared/lib/automation.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { toast } from '#shared/ui/toast.ts';
import { strategiesMessages as words } from './messages.es.ts';
import { strategiesQuery } from './queries.ts';
import { removeStrategy, setStrategyStatus } from './strategy-calls.ts';

type Change = { readonly strategy: StrategyView; readonly status: StrategyStatus };

/**
 * Returns the actions of a strategy card. Each action shows a toast and puts the strategy from the server's response
 * into the list.
 */
export function useStrategyActions() {
  const queries = useQueryClient();
  const settled = () => {
    void queries.invalidateQueries({ queryKey: strategiesQuery.queryKey });
    void queries.invalidateQueries({ queryKey: automationQuery.queryKey });
  };
  const status = useMutation({
    mutationFn: ({ strategy, status: wanted }: Change) => setStrategyStatus(apiOf(queries), strategy.id, wanted),
    onSuccess: (changed) => {
      queries.setQueryData(strategiesQuery.queryKey, (list) =>
        list?.map((each) => (each.id === changed.id ? changed : each)),
      );
      showToast(changed);
    },
    onError: (failure) => toast.error(words.statusFailed, { description: problemOf(failure) }),
    onSettled: settled,
  });
  const remove = async ({ id, name }: StrategyView) => {
    await removeStrategy(apiOf(queries), id);
    queries.setQueryData(strategiesQuery.queryKey, (list) => list?.filter((each) => each.id !== id));
    settled();
    toast(words.removed(name));
  };
  return { status, remove };
}

function showToast({ status, name, auto_trade: alone }: StrategyView): void {
  switch (status) {
    case 'active':
      return toast(words.activated(name), {
        description: alone ? words.activatedText.alone : words.activatedText.signals,
      });
    case 'paused':
      return toast(words.paused(name));
    case 'inactive':
      return toast(words.deactivated(name));
  }
}
