import type { PcrSetupView } from '@vigia/contract';
import { useState } from 'react';
import { accountText } from '#shared/lib/account-name.ts';
import { useOtherPricesWarning } from '#shared/lib/other-prices.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { automationAccount } from '../../money/practice-account.ts';
import { pcrMessages } from '../messages.es.ts';
import { useSetActive } from './use-setup-actions.ts';

const words = pcrMessages.aloneAsk;

type ActiveSwitchProps = { readonly setup: PcrSetupView; readonly label: string };

/**
 * A switch that activates or deactivates a setup at once. If the setup trades automatically, it asks for confirmation.
 */
export function ActiveSwitch({ setup, label }: ActiveSwitchProps) {
  const { mutate, mutateAsync, isPending } = useSetActive();
  const [asking, setAsking] = useState(false);
  const other = useOtherPricesWarning(setup.price_source);
  return (
    <>
      <Switch
        label={label}
        checked={setup.is_active}
        disabled={isPending}
        onChange={(on) => (on && setup.auto_trade ? setAsking(true) : mutate({ setup, on }))}
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.title(setup.name)}
        text={words.text(accountText(automationAccount(setup))) + (other ? words.otherPrices(other.own) : '')}
        submit={words.submit}
        tone="primary"
        onConfirm={() => mutateAsync({ setup, on: true })}
      />
    </>
  );
}
