import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BrokerResponse, BrokerView } from '@vigia/contract';
import { accountText, PAPER_ACCOUNT } from '#shared/lib/account-name.ts';
import { failureCode, problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { toast } from '#shared/ui/toast.ts';
import { connectBroker, disconnectBroker, forgetBroker, resetPractice, testBroker } from './broker-calls.ts';
import { consentMessages } from './consent/messages.es.ts';
import { connectionsMessages as words } from './messages.es.ts';
import { connectionsQuery, takeBrokerStatus } from './queries.ts';

/** Returns the actions on a broker that need one click. Each action updates the broker's card at once. */
export function useBrokerActions(broker: BrokerView) {
  const { id, display_name: name, status } = broker;
  const queries = useQueryClient();
  const { api } = useServices();
  const readAnew = () => queries.invalidateQueries({ queryKey: connectionsQuery.queryKey });
  const take = (answer: BrokerResponse) => takeBrokerStatus(queries, answer);
  const complain = (failure: unknown) => toast.error(problemOf(failure));

  /** Disconnects the broker with `run`, and shows which account receives new orders afterwards. */
  const end = async (run: () => Promise<BrokerResponse>, message: string, otherwise?: string) => {
    take(await run());
    await readAnew();
    const moved = status.is_active ? words.done.connectedInUse(nextAccount()) : null;
    // For OAuth, `otherwise` says that the tokens were deleted. It is shown even if another account now receives the
    // orders.
    const isConsent = status.connection_info.credential_kind === 'oauth' && otherwise !== undefined;
    const description = moved === null ? otherwise : isConsent ? `${moved} ${otherwise}` : moved;
    toast.success(message, { description });
  };
  const nextAccount = (): string => {
    const next = queries.getQueryData(connectionsQuery.queryKey)?.active_broker;
    return accountText(next ? { broker: next, kind: 'demo' } : PAPER_ACCOUNT);
  };

  return {
    connect: useMutation({
      mutationFn: () => connectBroker(api, id),
      onMutate: () => takeBrokerStatus(queries, { ...status, connection_status: 'connecting' }),
      onSuccess: (answer) => {
        take(answer);
        if (answer.connection_status === 'connected') toast.success(words.done.connected(name), inUse(answer));
      },
      onError: (failure) => {
        if (!isShownOnCard(failure)) complain(failure);
      },
      onSettled: readAnew,
    }),
    test: useMutation({
      mutationFn: () => testBroker(api, id),
      onSuccess: () => toast.success(words.done.test(name)),
      onError: complain,
      onSettled: readAnew,
    }),
    resetPractice: useMutation({
      mutationFn: () => resetPractice(api, id),
      onSuccess: (answer) => {
        take(answer);
        toast.success(words.done.practiceReset(name));
      },
      onError: complain,
      onSettled: readAnew,
    }),
    disconnect: useMutation({
      mutationFn: () =>
        end(
          () => disconnectBroker(api, id),
          words.done.disconnected(name),
          status.connection_info.credential_kind === 'oauth'
            ? consentMessages.disconnected
            : words.done.disconnectedText,
        ),
      onError: complain,
    }),
    /**
     * Deletes the stored credentials.
     * @throws ApiFailure
     */
    forget: () => end(() => forgetBroker(api, id), words.done.forgotten(name)),
  };
}

export type BrokerActions = ReturnType<typeof useBrokerActions>;

/** Returns a text that orders now go to this broker. Returns no text if they do not. */
const inUse = ({ broker, is_active: isActive, current_account_type: kind }: BrokerResponse) =>
  isActive && broker && kind ? { description: words.done.connectedInUse(accountText({ broker, kind })) } : {};

/**
 * Returns whether the broker's card itself shows the error. The server stores broker errors, and the card shows the
 * stored error.
 */
const isShownOnCard = (failure: unknown): boolean => failureCode(failure)?.startsWith('broker_') ?? false;
