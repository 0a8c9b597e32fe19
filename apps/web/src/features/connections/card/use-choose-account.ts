import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BrokerView } from '@vigia/contract';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { toast } from '#shared/ui/toast.ts';
import { connectionsMessages as words } from '../messages.es.ts';
import { chooseAccount, connectionsQuery, takeBrokerStatus } from '../queries.ts';

type Choice = Parameters<typeof chooseAccount>[2];

/** Switches to another account of the login. A refusal of real money is shown beside the typed phrase. */
export function useChooseAccount({ id, display_name: name }: BrokerView) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (choice: Choice) => chooseAccount(apiOf(queries), id, choice),
    onSuccess: (answer, { account_type: type }) => {
      takeBrokerStatus(queries, answer);
      toast.success(words.done.account(name, words.types[type]));
    },
    onError: (failure, { account_type: type }) => {
      if (type === 'demo') toast.error(problemOf(failure));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
  });
}
