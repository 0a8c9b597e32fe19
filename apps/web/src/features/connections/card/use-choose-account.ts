import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BrokerView } from '@vigia/contract';
import { problemOf } from '#shared/lib/problem.ts';
import { toast } from '#shared/ui/toast.ts';
import { connectionsMessages as words } from '../messages.es.ts';
import { chooseAccount, connectionsQuery, takeBrokerStatus } from '../queries.ts';

type Choice = Parameters<typeof chooseAccount>[1];

/** Takes another account of the login; a refusal of real money is told where its phrase was typed. */
export function useChooseAccount({ id, display_name: name }: BrokerView) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (choice: Choice) => chooseAccount(id, choice),
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
