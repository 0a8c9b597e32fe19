import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AutomationAccount } from '@vigia/contract';
import type { AccountRef, AutomationKind } from '@vigia/core/vocabulary';
import { accountText } from '#shared/lib/account-name.ts';
import { brokerIds } from '#shared/lib/broker-name.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { Select } from '#shared/ui/select.tsx';
import { toast } from '#shared/ui/toast.ts';
import { automationAccountsQuery } from './automation-accounts.ts';
import { automationMessages as words } from './messages.es.ts';
import { practiceAccount } from './practice-account.ts';

const PATHS_OF: Readonly<Record<AutomationKind, string>> = { pcr: '/api/pcr/setup', strategy: '/api/v1/strategies' };

/** Value of the option of the real account. */
const REAL = 'real';

type AccountSelectProps = {
  readonly kind: AutomationKind;
  readonly id: string;
  readonly name: string;
  /** The account on which the setup or strategy trades. */
  readonly account: AccountRef;
};

/**
 * Renders a picker for the account on which a setup or strategy trades. It offers the paper account and the demo
 * accounts at brokers. A real account is listed only while it is the account: only the graduation gate leads to it.
 */
export function AccountSelect({ kind, id, name, account }: AccountSelectProps) {
  const { broker } = account;
  const isReal = account.kind === 'real';
  const queries = useQueryClient();
  const { api } = useServices();
  const { data } = useQuery(automationAccountsQuery);
  const currencyOf = (word: string) => data?.accounts.find((each) => each.broker === word)?.currency ?? null;
  const move = useMutation({
    mutationFn: (wanted: string) =>
      api.put(`${PATHS_OF[kind]}/${id}/account`, { schema: AutomationAccount, body: { broker: wanted } }),
    onSuccess: (moved) => {
      const currency = currencyOf(moved.broker);
      const isOther = currency !== null && currency !== currencyOf(broker);
      const description = isOther ? { description: words.notConverted(currency) } : {};
      toast.success(words.moved(name, accountText(practiceAccount(moved.broker))), description);
    },
    onError: (failure) => toast.error(problemOf(failure)),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Select
      aria-label={words.accountOf(name)}
      className="h-(--h-sm) text-12 touch:h-(--h-touch)"
      value={move.isPending ? move.variables : isReal ? REAL : broker}
      disabled={move.isPending}
      onChange={(event) => move.mutate(event.target.value)}
    >
      {isReal && <option value={REAL}>{words.on(accountText(account))}</option>}
      {['mock', ...brokerIds()].map((each) => (
        <option key={each} value={each}>
          {optionText(each, currencyOf(each))}
        </option>
      ))}
    </Select>
  );
}

/**
 * Returns the text of an option: `En Deriv demo · USD`. Without data of the account from the broker, the text contains
 * no currency.
 */
function optionText(broker: string, currency: string | null): string {
  const on = words.on(accountText(practiceAccount(broker)));
  return currency === null ? on : words.withCurrency(on, currency);
}
