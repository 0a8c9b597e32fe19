import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { ConsentButton } from '../consent/consent-button.tsx';
import { consentMessages } from '../consent/messages.es.ts';
import { Logins } from '../logins/logins.tsx';
import { connectionsMessages as words } from '../messages.es.ts';
import { type RecoveryAction, recoveryActionsOf } from '../model/recovery-actions.ts';
import { BrokerCardActions } from './broker-card-actions.tsx';
import { FoldedBrokerPolicy } from './broker-policy-note.tsx';
import type { CardPartProps } from './card-part.ts';
import { ConnectionFacts } from './connection-facts.tsx';
import { FaultNote } from './fault-note.tsx';
import { ForgetDialog } from './forget-dialog.tsx';

/**
 * Shows why the broker is not connected: it never was, the user disconnected it, or the connection failed. Shows the
 * possible actions.
 */
export function NotConnected({ broker, actions, onForm }: CardPartProps) {
  const { status } = broker;
  const { error_code: code, retry_at: retryAt, credential_kind: stored } = status.connection_info;
  const [forgetting, setForgetting] = useState(false);
  const isFailed = status.connection_status === 'error';
  const isConsentRefused = stored === 'oauth' && code === 'broker_auth_invalid';
  const message = isConsentRefused ? consentMessages.noLongerAccepted(broker.display_name) : status.last_error_message;
  return (
    <>
      <div className="grid gap-4 px-4 pb-4">
        {isFailed && (
          <FaultNote message={message ?? words.failedSomehow} code={isConsentRefused ? null : code} retryAt={retryAt} />
        )}
        <FoldedBrokerPolicy broker={broker} />
        {stored && <ConnectionFacts broker={broker} onForget={() => setForgetting(true)} />}
        <Logins broker={broker} onSaved={() => onForm(null)} />
      </div>
      <BrokerCardActions>
        {isFailed ? (
          recoveryActionsOf(broker).map((way, place) => (
            <WayButton key={way} way={way} isMain={place === 0} broker={broker} actions={actions} onForm={onForm} />
          ))
        ) : (
          <ConnectButtons broker={broker} actions={actions} onForm={onForm} />
        )}
      </BrokerCardActions>
      <ForgetDialog
        broker={forgetting ? broker : null}
        onClose={() => setForgetting(false)}
        onForget={actions.forget}
      />
    </>
  );
}

/** Connects with stored credentials if there are any. Otherwise opens the form. */
function ConnectButtons({ broker, actions, onForm }: CardPartProps) {
  const { display_name: name, status } = broker;
  const isStored = status.connection_info.credential_kind !== null;
  return (
    <>
      {broker.offers_consent && <ConsentButton broker={broker} />}
      <Button
        size="sm"
        className="only:max-md:col-span-2"
        aria-label={words.of(words.connect, name)}
        loading={actions.connect.isPending}
        onClick={() => (isStored ? actions.connect.mutate() : onForm(null))}
      >
        {words.connect}
      </Button>
      {isStored && (
        <Button variant="ghost" size="sm" aria-label={words.of(words.otherData, name)} onClick={() => onForm(null)}>
          {words.otherData}
        </Button>
      )}
    </>
  );
}

type WayButtonProps = CardPartProps & { readonly way: RecoveryAction; readonly isMain: boolean };

function WayButton({ way, isMain, broker, actions, onForm }: WayButtonProps) {
  const isRetry = way === 'retry';
  if (way === 'consent') return <ConsentButton broker={broker} />;
  const isOther = way === 'correct' && broker.status.connection_info.credential_kind === 'oauth';
  const label = isOther ? words.otherData : words.ways[way];
  return (
    <Button
      variant={isMain ? 'secondary' : 'ghost'}
      size="sm"
      className="only:max-md:col-span-2"
      aria-label={words.of(label, broker.display_name)}
      onClick={() => (isRetry ? actions.connect.mutate() : onForm(way))}
    >
      {isRetry && <RefreshCw size={15} aria-hidden />}
      {label}
    </Button>
  );
}
