import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { connectionsMessages as words } from '../messages.es.ts';
import { type WayOut, waysOut } from '../model/way-out.ts';
import { CardFoot } from './card-foot.tsx';
import type { CardPartProps } from './card-part.ts';
import { Facts } from './facts.tsx';
import { FaultNote } from './fault-note.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import { StanceNote } from './stance-note.tsx';

/** Shows a connection that was never made, was ended by hand, or failed: the reason and the actions. */
export function NotConnected({ broker, actions, onForm }: CardPartProps) {
  const { status } = broker;
  const { error_code: code, retry_at: retryAt, credential_kind: stored } = status.connection_info;
  const [forgetting, setForgetting] = useState(false);
  const isFailed = status.connection_status === 'error';
  return (
    <>
      <div className="grid gap-4 px-4 pb-4">
        {isFailed && (
          <FaultNote message={status.last_error_message ?? words.failedSomehow} code={code} retryAt={retryAt} />
        )}
        <StanceNote broker={broker} />
        {stored && <Facts broker={broker} onForget={() => setForgetting(true)} />}
      </div>
      <CardFoot>
        {isFailed ? (
          waysOut(broker).map((way, place) => (
            <WayButton key={way} way={way} isMain={place === 0} broker={broker} actions={actions} onForm={onForm} />
          ))
        ) : (
          <ConnectButtons broker={broker} actions={actions} onForm={onForm} />
        )}
      </CardFoot>
      <ForgetDialog
        broker={forgetting ? broker : null}
        onClose={() => setForgetting(false)}
        onForget={actions.forget}
      />
    </>
  );
}

/** Connects with stored credentials if there are any; otherwise opens the form. */
function ConnectButtons({ broker, actions, onForm }: CardPartProps) {
  const { display_name: name, status } = broker;
  const isStored = status.connection_info.credential_kind !== null;
  return (
    <>
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

type WayButtonProps = CardPartProps & { readonly way: WayOut; readonly isMain: boolean };

function WayButton({ way, isMain, broker, actions, onForm }: WayButtonProps) {
  const isRetry = way === 'retry';
  return (
    <Button
      variant={isMain ? 'secondary' : 'ghost'}
      size="sm"
      className="only:max-md:col-span-2"
      aria-label={words.of(words.ways[way], broker.display_name)}
      onClick={() => (isRetry ? actions.connect.mutate() : onForm(way))}
    >
      {isRetry && <RefreshCw size={15} aria-hidden />}
      {words.ways[way]}
    </Button>
  );
}
