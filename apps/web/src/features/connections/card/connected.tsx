import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BrokerAccountType, BrokerView } from '@vigia/contract';
import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { Activity, Unplug } from 'lucide-react';
import { useState } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { Money } from '#shared/ui/money.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { toast } from '#shared/ui/toast.ts';
import { connectionsMessages as words } from '../messages.es.ts';
import { chooseAccount, connectionsQuery, takeBrokerStatus } from '../queries.ts';
import { CardFoot } from './card-foot.tsx';
import type { CardPartProps } from './card-part.ts';
import { Facts } from './facts.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import { RealAccountDialog } from './real-account-dialog.tsx';
import { StanceDetails } from './stance-note.tsx';

/** The account and the quality of the connection. */
export function Connected({ broker, actions }: CardPartProps) {
  const { display_name: name, status } = broker;
  const [forgetting, setForgetting] = useState(false);
  const [asksReal, setAsksReal] = useState(false);
  const choose = useChooseAccount(broker);
  const onChoose = (type: BrokerAccountType) => {
    if (type === 'real') setAsksReal(true);
    else choose.mutate({ account_type: type });
  };
  return (
    <>
      <div className="grid gap-4 px-4 pb-4">
        <BalanceRow broker={broker} onChoose={onChoose} />
        <Facts broker={broker} onForget={() => setForgetting(true)} />
        <StanceDetails broker={broker} />
      </div>
      <CardFoot>
        <Button
          variant="ghost"
          size="sm"
          aria-label={words.of(words.test, name)}
          loading={actions.test.isPending}
          onClick={() => actions.test.mutate()}
        >
          {!actions.test.isPending && <Activity size={15} aria-hidden />}
          {words.test}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="md:order-last md:ml-auto"
          aria-label={words.of(words.disconnect, name)}
          loading={actions.disconnect.isPending}
          onClick={() => actions.disconnect.mutate()}
        >
          {!actions.disconnect.isPending && <Unplug size={15} aria-hidden />}
          {words.disconnect}
        </Button>
        {!status.is_active && (
          <Button
            size="sm"
            className="max-md:order-first max-md:col-span-2"
            aria-label={words.of(words.use, name)}
            loading={actions.activate.isPending}
            onClick={() => actions.activate.mutate()}
          >
            {words.use}
          </Button>
        )}
      </CardFoot>
      <ForgetDialog
        broker={forgetting ? broker : null}
        onClose={() => setForgetting(false)}
        onForget={actions.forget}
      />
      <RealAccountDialog
        broker={asksReal ? broker : null}
        onClose={() => setAsksReal(false)}
        onConfirm={(confirm) => choose.mutateAsync({ account_type: 'real', confirm })}
      />
    </>
  );
}

type Choice = Parameters<typeof chooseAccount>[2];

/** Switches to another account of the login. A refusal of real money is shown beside the typed phrase. */
function useChooseAccount({ id, display_name: name }: BrokerView) {
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

const TYPES = ['demo', 'real'] as const satisfies readonly BrokerAccountType[];

type BalanceRowProps = { readonly broker: BrokerView; readonly onChoose: (type: BrokerAccountType) => void };

/** Balance of the chosen account, and the choice between demo and real money. */
function BalanceRow({ broker: { display_name: name, status }, onChoose }: BalanceRowProps) {
  const { account_info: account, current_account_type: chosen } = status;
  const has = (type: BrokerAccountType) => account.accounts.some((each) => each.type === type);
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <small className="block text-12 text-fg-3">{chosen ? words.balanceOf[chosen] : words.balance}</small>
        <b className="text-20 font-semibold">
          {account.current_balance === null ? (
            words.noBalance
          ) : (
            <Money amount={account.current_balance} currency={account.currency ?? PAPER_CURRENCY} />
          )}
        </b>
      </div>
      <Segmented
        label={words.of(words.account, name)}
        value={chosen ?? 'demo'}
        options={TYPES.map((type) => ({ value: type, label: words.types[type], disabled: !has(type) }))}
        onChange={(type) => {
          if (type !== chosen) onChoose(type);
        }}
      />
    </div>
  );
}
