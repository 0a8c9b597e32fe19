import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BrokerAccountView, BrokerView } from '@vigia/contract';
import { accountText } from '#shared/lib/account-name.ts';
import { chooseAccount } from '#shared/lib/chosen-account.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Money } from '#shared/ui/money.tsx';
import { toast } from '#shared/ui/toast.ts';
import { openAccountDialogFor } from '../choice/requested-account.ts';
import { connectionsMessages as words } from '../messages.es.ts';

/**
 * Shows the accounts that a login has at the broker, and the account that receives orders. A click on a real account
 * opens the account dialog.
 */
export function Accounts({ broker }: { readonly broker: BrokerView }) {
  const { accounts } = broker.status.account_info;
  if (accounts.length === 0) return <p className="text-13 text-fg-2">{words.noAccounts}</p>;
  const shown = (['demo', 'real'] as const).flatMap((kind) => accounts.filter(({ type }) => type === kind));
  return (
    <ul className="divide-y divide-line rounded-control border border-line" aria-label={words.accounts}>
      {shown.map((account) => (
        <Account
          key={account.id}
          broker={broker}
          account={account}
          isOneOfSeveral={isOneOfSeveral(accounts, account)}
        />
      ))}
    </ul>
  );
}

/**
 * Returns whether the login has several accounts of this kind. Broker and account kind then do not identify the
 * account.
 */
const isOneOfSeveral = (accounts: readonly BrokerAccountView[], { id, type }: BrokerAccountView): boolean =>
  accounts.some((other) => other.type === type && other.id !== id);

type AccountProps = {
  readonly broker: BrokerView;
  readonly account: BrokerAccountView;
  readonly isOneOfSeveral: boolean;
};

function Account({ broker: { id, status }, account, isOneOfSeveral: isOne }: AccountProps) {
  const { type, balance, currency, in_use: isOfKind } = account;
  const queries = useQueryClient();
  const ref = { broker: id, kind: type, ...(isOne && { accountId: account.id }) };
  const name = isOne ? words.accountNamed(accountText(ref), currency, account.id) : accountText(ref);
  const choose = useMutation({
    mutationFn: () => chooseAccount(queries, ref),
    onSuccess: () => toast.success(words.choice.done(name)),
    onError: (failure) => toast.error(problemOf(failure)),
  });
  const isInUse = status.is_active && status.current_account_type === type && isOfKind;
  return (
    <li className="flex min-h-12 items-center gap-3 px-3 py-2">
      <span className="w-12 shrink-0 text-13 text-fg-2">{words.types[type]}</span>
      <span className="min-w-0 grow">
        <b className="block truncate text-16 font-semibold">
          <Money amount={balance} currency={currency} />
        </b>
        {isOne && <span className="block truncate text-12 text-fg-2">{words.accountId(currency, account.id)}</span>}
      </span>
      {isInUse ? (
        <Badge tone="accent">{words.inUse}</Badge>
      ) : (
        <Button
          size="sm"
          aria-label={words.of(words.use, name)}
          loading={choose.isPending}
          onClick={() => (type === 'real' ? openAccountDialogFor(ref) : choose.mutate())}
        >
          {words.use}
        </Button>
      )}
    </li>
  );
}
