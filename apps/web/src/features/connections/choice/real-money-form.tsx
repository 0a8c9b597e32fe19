import type { AccountRef, Currency } from '@vigia/core/vocabulary';
import { type FormEvent, useState } from 'react';
import { accountText } from '#shared/lib/account-name.ts';
import { Conditions } from '#shared/real-money/conditions.tsx';
import { isConsent, TypedConsent } from '#shared/real-money/typed-consent.tsx';
import { Button } from '#shared/ui/button.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { connectionsMessages } from '../messages.es.ts';

const words = connectionsMessages.choice;

type RealMoneyFormProps = {
  readonly account: AccountRef;
  /** Currency of the account. Null while unknown. */
  readonly currency: Currency | null;
  readonly isRunning: boolean;
  /** Called with the confirmation phrase that the user typed. */
  readonly onSubmit: (phrase: string) => void;
  readonly onLeave: () => void;
};

/** Scrolls to the form, because the account list above it may fill a phone screen. */
const bringIntoView = (form: HTMLElement | null): void => form?.scrollIntoView({ block: 'nearest' });

/**
 * Lists the conditions for real money, warns of the risk and asks for the confirmation phrase. Only the server decides.
 */
export function RealMoneyForm({ account, currency, isRunning, onSubmit, onLeave }: RealMoneyFormProps) {
  const [phrase, setPhrase] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(phrase);
  };
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate ref={bringIntoView}>
      {/* The condition `mode_unavailable` is hidden, because the picker offers only accounts at connected brokers. The
          server checks the connection again. */}
      <Conditions
        account={currency && { broker: account.broker, currency }}
        inTheWay={(all) => all.filter((each) => each !== 'mode_unavailable')}
        onLeave={onLeave}
      />
      <TypedConsent phrase={phrase} onChange={setPhrase} />
      <div className="flex justify-end gap-2 max-md:grid max-md:justify-stretch">
        <Button onClick={onLeave} className="max-md:order-last">
          {uiMessages.cancel}
        </Button>
        <Button type="submit" variant="real" loading={isRunning} disabled={!isConsent(phrase)}>
          {words.submit(accountText(account))}
        </Button>
      </div>
    </form>
  );
}
