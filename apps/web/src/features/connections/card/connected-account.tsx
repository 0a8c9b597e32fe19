import type { BrokerView } from '@vigia/contract';
import { Activity, ListChecks, RotateCcw, Unplug } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Logins } from '../logins/logins.tsx';
import { connectionsMessages as words } from '../messages.es.ts';
import { Accounts } from './accounts.tsx';
import { BrokerCardActions } from './broker-card-actions.tsx';
import { BrokerPolicyDetails } from './broker-policy-note.tsx';
import type { CardPartProps } from './card-part.ts';
import { ConnectionFacts } from './connection-facts.tsx';
import { ExpiryNote } from './expiry-note.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import { OdditiesNote } from './oddities-note.tsx';

const CheckDialog = lazyComponent(async () => (await import('../check/check-dialog.tsx')).CheckDialog);

const hasDemo = ({ status }: BrokerView): boolean => status.account_info.accounts.some(({ type }) => type === 'demo');

/** Shows the account and the quality of the connection. */
export function ConnectedAccount({ broker, actions, onForm }: CardPartProps) {
  const { display_name: name } = broker;
  const [forgetting, setForgetting] = useState(false);
  const [checking, setChecking] = useState(false);
  const resets = broker.resets_practice && hasDemo(broker);
  return (
    <>
      <div className="grid gap-4 px-4 pb-4">
        <ExpiryNote broker={broker} onForm={onForm} />
        <OdditiesNote broker={broker} />
        <Accounts broker={broker} />
        <ConnectionFacts broker={broker} onForget={() => setForgetting(true)} />
        <Logins broker={broker} onSaved={() => onForm(null)} />
        <BrokerPolicyDetails broker={broker} />
      </div>
      <BrokerCardActions>
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
        <Button variant="ghost" size="sm" aria-label={words.of(words.check, name)} onClick={() => setChecking(true)}>
          <ListChecks size={15} aria-hidden />
          {words.check}
        </Button>
        {resets && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={words.of(words.resetPractice, name)}
            loading={actions.resetPractice.isPending}
            onClick={() => actions.resetPractice.mutate()}
          >
            {!actions.resetPractice.isPending && <RotateCcw size={15} aria-hidden />}
            {words.resetPractice}
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          className={`md:order-last md:ml-auto ${resets ? '' : 'max-md:col-span-2'}`}
          aria-label={words.of(words.disconnect, name)}
          loading={actions.disconnect.isPending}
          onClick={() => actions.disconnect.mutate()}
        >
          {!actions.disconnect.isPending && <Unplug size={15} aria-hidden />}
          {words.disconnect}
        </Button>
      </BrokerCardActions>
      <ForgetDialog
        broker={forgetting ? broker : null}
        onClose={() => setForgetting(false)}
        onForget={actions.forget}
      />
      {checking && <CheckDialog broker={broker} onClose={() => setChecking(false)} />}
    </>
  );
}
