import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BrokerResponse, BrokerView } from '@vigia/contract';
import { problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { toast } from '#shared/ui/toast.ts';
import { forgetLogin, nameLogin, saveLogin, signInWithSaved } from '../broker-calls.ts';
import { connectionsQuery, takeBrokerStatus } from '../queries.ts';
import type { ListedLogin } from './listed-logins.ts';
import { loginMessages as words } from './messages.es.ts';

/** Returns the actions on the logins at a broker. Each action updates the broker's card at once. */
export function useLoginActions({ id }: BrokerView) {
  const queries = useQueryClient();
  const { api } = useServices();
  const take = async (answer: Promise<BrokerResponse>) => {
    takeBrokerStatus(queries, await answer);
    await queries.invalidateQueries({ queryKey: connectionsQuery.queryKey });
  };
  return {
    use: useMutation({
      mutationFn: (login: ListedLogin & { readonly id: string }) => take(signInWithSaved(api, id, login.id)),
      onSuccess: (_answer, { name }) => toast.success(words.done.used(name), { description: words.done.usedText }),
      onError: (failure) => toast.error(problemOf(failure)),
      onSettled: () => queries.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
    }),
    /** Saves the current login. @throws ApiFailure */
    save: async () => {
      await take(saveLogin(api, id));
      toast.success(words.done.saved, { description: words.done.savedText });
    },
    /** Deletes a saved login. @throws ApiFailure */
    forget: async (loginId: string) => {
      await take(forgetLogin(api, id, loginId));
      toast.success(words.done.forgotten);
    },
    /**
     * Sets the label of a login. A null id means the current login.
     * @throws ApiFailure
     */
    name: async (loginId: string | null, label: string) => {
      await take(nameLogin(api, id, loginId, label));
      toast.success(words.done.named(label));
    },
  };
}

export type LoginActions = ReturnType<typeof useLoginActions>;
