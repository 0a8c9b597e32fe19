import { useQueryClient } from '@tanstack/react-query';
import type { BrokerCredentialKind, BrokerCredentialsBody, BrokerView } from '@vigia/contract';
import { CircleCheck } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { failureCode, problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { Note } from '#shared/ui/note.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { toast } from '#shared/ui/toast.ts';
import { connectBroker, testBroker } from '../broker-calls.ts';
import { FaultNote } from '../card/fault-note.tsx';
import { ConsentButton } from '../consent/consent-button.tsx';
import { consentMessages } from '../consent/messages.es.ts';
import { connectionsMessages as words } from '../messages.es.ts';
import { connectionsQuery, takeBrokerStatus } from '../queries.ts';
import { ApiTokenForm } from './api-token-form.tsx';
import { BrowserSessionForm } from './browser-session-form.tsx';
import type { CredentialsFormProps, SubmitPurpose } from './credentials-form.tsx';
import { PasswordForm } from './password-form.tsx';

const FORMS: Readonly<Record<BrokerCredentialKind, ComponentType<CredentialsFormProps>>> = {
  password: PasswordForm,
  api_token: ApiTokenForm,
  browser_session: BrowserSessionForm,
};

type ConnectFormProps = {
  readonly broker: BrokerView;
  readonly startWith: BrokerCredentialKind;
  readonly onClose: () => void;
};

type Outcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'works' }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | null };

/**
 * Renders the form for credentials of one kind. If the broker accepts several kinds, it also has a picker. The browser
 * does not store the values.
 */
export function ConnectForm({ broker, startWith, onClose }: ConnectFormProps) {
  const [kind, setKind] = useState(startWith);
  const { busy, outcome, send, forgetOutcome } = useSend(broker, onClose);
  const Form = FORMS[kind];
  const choose = (other: BrokerCredentialKind) => {
    setKind(other);
    forgetOutcome();
  };
  const canPaste = kind !== 'browser_session' && broker.credential_kinds.includes('browser_session');
  const paste = canPaste ? () => choose('browser_session') : null;
  return (
    <div className="grid gap-4">
      {broker.credential_kinds.length > 1 && (
        <Segmented
          label={words.of(words.form.way, broker.display_name)}
          value={kind}
          options={broker.credential_kinds.map((each) => ({
            value: each,
            label: words.form.ways[each],
            disabled: busy !== null,
          }))}
          onChange={choose}
          className="flex"
        />
      )}
      {broker.offers_consent && (
        <div className="grid justify-items-start gap-2 text-13 text-fg-2">
          <ConsentButton broker={broker} />
          <p>{consentMessages.orWithToken}</p>
        </div>
      )}
      <Form
        key={kind}
        broker={broker}
        name={broker.display_name}
        busy={busy}
        canTest={broker.status.connection_status !== 'connected'}
        onSend={send}
        onCancel={onClose}
        outcome={<OutcomeNote outcome={outcome} name={broker.display_name} onPaste={paste} />}
      />
    </div>
  );
}

function useSend({ id, display_name: name }: BrokerView, onClose: () => void) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<SubmitPurpose | null>(null);
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  const forgetOutcome = () => setOutcome({ kind: 'none' });
  const send = async (purpose: SubmitPurpose, credentials: BrokerCredentialsBody) => {
    forgetOutcome();
    setBusy(purpose);
    try {
      if (purpose === 'test') {
        await testBroker(apiOf(queries), id, credentials);
        setOutcome({ kind: 'works' });
      } else {
        const answer = await connectBroker(apiOf(queries), id, credentials);
        takeBrokerStatus(queries, answer);
        if (answer.connection_status === 'connected') toast.success(words.done.connected(name));
        onClose();
      }
    } catch (failure) {
      // The broker's card shows the form for the login code next, so this form closes.
      if (purpose === 'connect' && failureCode(failure) === 'broker_code_required') onClose();
      else setOutcome({ kind: 'failed', message: problemOf(failure), code: failureCode(failure) });
    } finally {
      setBusy(null);
      void queries.invalidateQueries({ queryKey: connectionsQuery.queryKey });
    }
  };
  return { busy, outcome, send, forgetOutcome };
}

type OutcomeNoteProps = {
  readonly outcome: Outcome;
  readonly name: string;
  /** Switches to the form for a copied session. Null if the broker accepts no copied sessions. */
  readonly onPaste: (() => void) | null;
};

function OutcomeNote({ outcome, name, onPaste }: OutcomeNoteProps) {
  switch (outcome.kind) {
    case 'none':
      return null;
    case 'works':
      return (
        <div role="status">
          <Note icon={CircleCheck}>{words.form.works(name)}</Note>
        </div>
      );
    case 'failed':
      return (
        <div role="alert" className="grid justify-items-start gap-2">
          <FaultNote message={outcome.message} code={outcome.code} />
          {outcome.code === 'broker_challenge' && onPaste && (
            <Button size="sm" aria-label={words.of(words.ways['paste-session'], name)} onClick={onPaste}>
              {words.ways['paste-session']}
            </Button>
          )}
        </div>
      );
  }
}
