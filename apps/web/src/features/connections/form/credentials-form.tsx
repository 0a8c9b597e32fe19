import type { BrokerCredentialsBody, BrokerView } from '@vigia/contract';
import type { BaseSyntheticEvent, ReactNode } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { connectionsMessages as words } from '../messages.es.ts';

/** Purpose of a submit: connect with the credentials, or only test them. */
export type SubmitPurpose = 'connect' | 'test';

/** Props that all credentials forms share. */
export type CredentialsFormProps = {
  readonly broker: BrokerView;
  readonly name: string;
  /** The action in progress, or null. */
  readonly busy: SubmitPurpose | null;
  /**
   * Whether the credentials can be tested. False while the connection is open, because new credentials can then only
   * replace the session.
   */
  readonly canTest: boolean;
  readonly onSend: (purpose: SubmitPurpose, credentials: BrokerCredentialsBody) => Promise<void>;
  readonly onCancel: () => void;
  /** The result of the last attempt. */
  readonly outcome: ReactNode;
};

type FrameProps = Pick<CredentialsFormProps, 'name' | 'busy' | 'canTest' | 'onCancel' | 'outcome'> & {
  readonly onSubmit: (purpose: SubmitPurpose) => (event?: BaseSyntheticEvent) => Promise<void>;
  readonly children: ReactNode;
};

/** Renders the frame of every credentials form: fields, the result of the last attempt, and the two actions. */
export function CredentialsFrame({ name, busy, canTest, onSubmit, onCancel, outcome, children }: FrameProps) {
  const isBusy = busy !== null;
  return (
    <form className="grid gap-4" onSubmit={onSubmit('connect')} noValidate aria-label={words.of(words.connect, name)}>
      {children}
      <p className="text-12 text-fg-3">{words.form.demoFirst}</p>
      {outcome}
      <div className="flex flex-wrap gap-2 max-md:grid max-md:grid-cols-2">
        <Button
          type="submit"
          variant="primary"
          className="max-md:col-span-2"
          loading={busy === 'connect'}
          disabled={isBusy}
        >
          {words.connect}
        </Button>
        {canTest && (
          <Button onClick={onSubmit('test')} loading={busy === 'test'} disabled={isBusy}>
            {words.test}
          </Button>
        )}
        <Button variant="ghost" className="md:ml-auto" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
