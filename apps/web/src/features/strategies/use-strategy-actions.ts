import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StrategyView } from '@vigia/contract';
import type { StrategyStatus } from '@vigia/core/vocabulary';
import { automationQuery } from '#shared/lib/automation.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { toast } from '#shared/ui/toast.ts';
import { strategiesMessages as words } from './messages.es.ts';
import { removeStrategy, setStrategyStatus, strategiesQuery } from './queries.ts';

type Change = { readonly strategy: StrategyView; readonly status: StrategyStatus };

/** The calls of a card; each is told, and the list shows what the server answered. */
export function useStrategyActions() {
  const queries = useQueryClient();
  const settled = () => {
    void queries.invalidateQueries({ queryKey: strategiesQuery.queryKey });
    void queries.invalidateQueries({ queryKey: automationQuery.queryKey });
  };
  const status = useMutation({
    mutationFn: ({ strategy, status: wanted }: Change) => setStrategyStatus(strategy.id, wanted),
    onSuccess: (changed) => {
      queries.setQueryData(strategiesQuery.queryKey, (list) =>
        list?.map((each) => (each.id === changed.id ? changed : each)),
      );
      tell(changed);
    },
    onError: (failure) => toast.error(words.statusFailed, { description: problemOf(failure) }),
    onSettled: settled,
  });
  const remove = async ({ id, name }: StrategyView) => {
    await removeStrategy(id);
    queries.setQueryData(strategiesQuery.queryKey, (list) => list?.filter((each) => each.id !== id));
    settled();
    toast(words.removed(name));
  };
  return { status, remove };
}

function tell({ status, name, auto_trade: alone }: StrategyView): void {
  switch (status) {
    case 'active':
      return void toast(words.activated(name), {
        description: alone ? words.activatedText.alone : words.activatedText.signals,
      });
    case 'paused':
      return void toast(words.paused(name));
    case 'inactive':
      return void toast(words.deactivated(name));
  }
}
