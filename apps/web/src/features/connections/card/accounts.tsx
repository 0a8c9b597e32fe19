import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BrokerAccountView, BrokerView } from '@vigia/contract';
import { accountText } from '#shared/lib/account-name.ts';
import { chooseAccount } from '#shared/lib/chosen-account.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Money } from '#shared/ui/money.tsx';
import { toast } from '#shared/ui/toast.ts';
import { askForAccount } from '../choice/asked-account.ts';
import { connectionsMessages as words } from '../messages.es.ts';

/**
 * Shows the accounts of a login, and to which of them orders go. The user chooses real money in the dialog of accounts.
 */
export function Accounts({ broker }: { readonly broker: BrokerView }) {
  const { accounts } = broker.status.account_info;
  if (accounts.length === 0) return <p className="text-13 text-fg-2">{words.noAccounts}</p>;
  const shown = (['demo', 'real'] as const).flatMap((type) => accounts.find((each) => each.type === type) ?? []);
  return (
    <ul className="divide-y divide-line rounded-control border border-line" aria-label={words.accounts}>
      {shown.map((account) => (
        <Account key={account.type} broker={broker} account={account} />
      ))}
    </ul>
  );
}

type AccountProps = { readonly broker: BrokerView; readonly account: BrokerAccountView };

function Account({ broker: { id, status }, account: { type, balance, currency } }: AccountProps) {
  const queries = useQueryClient();
  const name = accountText({ broker: id, kind: type });
  const choose = useMutation({
    mutationFn: () => chooseAccount(queries, { broker: id, kind: type }),
    onSuccess: () => toast.success(words.choice.done(name)),
    onError: (failure) => toast.error(problemOf(failure)),
  });
  const isInUse = status.is_active && status.current_account_type === type;
  return (
    <li className="flex min-h-12 items-center gap-3 px-3 py-2">
      <span className="w-12 shrink-0 text-13 text-fg-2">{words.types[type]}</span>
      <b className="min-w-0 grow truncate text-16 font-semibold">
        <Money amount={balance} currency={currency} />
      </b>
      {isInUse ? (
        <Badge tone="accent">{words.inUse}</Badge>
      ) : (
        <Button
          size="sm"
          aria-label={words.of(words.use, name)}
          loading={choose.isPending}
          onClick={() => (type === 'real' ? askForAccount({ broker: id, kind: type }) : choose.mutate())}
        >
          {words.use}
        </Button>
      )}
    </li>
  );
}
