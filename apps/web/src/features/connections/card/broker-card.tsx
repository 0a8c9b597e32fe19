import type { BrokerCredentialKind, BrokerView } from '@vigia/contract';
import { useState } from 'react';
import { ConnectForm } from '../form/connect-form.tsx';
import { formToOpen } from '../model/way-out.ts';
import { useBrokerActions } from '../use-broker-actions.ts';
import { CardHead } from './card-head.tsx';
import type { CardPartProps } from './card-part.ts';
import { Connected } from './connected.tsx';
import { Connecting } from './connecting.tsx';
import { NotConnected } from './not-connected.tsx';
import { StanceNote } from './stance-note.tsx';

/** One broker: the state of the connection and its actions. */
export function BrokerCard({ broker }: { readonly broker: BrokerView }) {
  const actions = useBrokerActions(broker);
  const [form, setForm] = useState<BrokerCredentialKind | null>(null);
  const isConnected = broker.status.connection_status === 'connected';
  return (
    <li className="min-w-0">
      <article
        aria-label={broker.display_name}
        className="flex h-full min-w-0 flex-col rounded-card border border-line bg-surface"
      >
        <div className="p-4">
          <CardHead broker={broker} />
        </div>
        {form !== null && !isConnected ? (
          <div className="grid grow content-start gap-4 px-4 pb-4">
            <StanceNote broker={broker} />
            <ConnectForm broker={broker} startWith={form} onClose={() => setForm(null)} />
          </div>
        ) : (
          <Standing broker={broker} actions={actions} onForm={(way) => setForm(formToOpen(broker, way))} />
        )}
      </article>
    </li>
  );
}

function Standing(props: CardPartProps) {
  switch (props.broker.status.connection_status) {
    case 'connected':
      return <Connected {...props} />;
    case 'connecting':
      return <Connecting {...props} />;
    case 'disconnected':
    case 'error':
      return <NotConnected {...props} />;
  }
}
