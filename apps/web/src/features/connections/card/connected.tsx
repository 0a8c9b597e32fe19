import type { BrokerAccountType } from '@vigia/contract';
import { Activity, Unplug } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { connectionsMessages as words } from '../messages.es.ts';
import { BalanceRow } from './balance-row.tsx';
import { CardFoot } from './card-foot.tsx';
import type { CardPartProps } from './card-part.ts';
import { Facts } from './facts.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import { RealAccountDialog } from './real-account-dialog.tsx';
import { StanceDetails } from './stance-note.tsx';
import { useChooseAccount } from './use-choose-account.ts';

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
