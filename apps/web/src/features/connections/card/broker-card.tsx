import type { BrokerConnectionStatus, BrokerCredentialKind, BrokerView } from '@vigia/contract';
import { BadgeCheck, CircleCheck, CircleX, LoaderCircle, type LucideIcon, Unplug } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#shared/ui/badge.tsx';
import { ConnectForm } from '../form/connect-form.tsx';
import { connectionsMessages as words } from '../messages.es.ts';
import { formToOpen } from '../model/recovery-actions.ts';
import { useBrokerActions } from '../use-broker-actions.ts';
import { BrokerPolicyNote } from './broker-policy-note.tsx';
import type { CardPartProps } from './card-part.ts';
import { ConnectedAccount } from './connected-account.tsx';
import { ConnectingAccount } from './connecting-account.tsx';
import { NotConnected } from './not-connected.tsx';

/** Renders one broker: the state of the connection and its actions. */
export function BrokerCard({ broker }: { readonly broker: BrokerView }) {
  const actions = useBrokerActions(broker);
  const [form, setForm] = useState<BrokerCredentialKind | null>(null);
  const { connection_status: standing, connection_info: info } = broker.status;
  // A copied session can be replaced while the connection is open. Other credentials can be entered only while the
  // broker is disconnected.
  const takesForm = standing !== 'connected' || info.expires_at !== null;
  return (
    <li className="min-w-0">
      <article
        aria-label={broker.display_name}
        className="flex h-full min-w-0 flex-col rounded-card border border-line bg-surface"
      >
        <div className="p-4">
          <CardHead broker={broker} />
        </div>
        {form !== null && takesForm ? (
          <div className="grid grow content-start gap-4 px-4 pb-4">
            <BrokerPolicyNote broker={broker} />
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
      return <ConnectedAccount {...props} />;
    case 'connecting':
      return <ConnectingAccount {...props} />;
    case 'disconnected':
    case 'error':
      return <NotConnected {...props} />;
  }
}

/** Shows the broker's name, whether its API is official, and the connection state. */
function CardHead({ broker }: { readonly broker: BrokerView }) {
  const { display_name: name, is_official: isOfficial, is_experimental: isExperimental, status } = broker;
  return (
    <header className="flex items-start gap-3">
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-control border border-line bg-raised text-16 font-semibold"
      >
        {name.charAt(0)}
      </span>
      <div className="min-w-0 grow">
        <h2 className="truncate text-16 font-semibold">{name}</h2>
        <p className="text-12 text-fg-3">
          {isOfficial ? words.official : words.notOfficial}
          {isExperimental && ` · ${words.experimental}`}
        </p>
      </div>
      <div className="flex shrink-0 flex-wrap justify-end gap-1.5 max-md:flex-col max-md:items-end">
        {status.is_active && status.connection_status !== 'connected' && (
          <Badge tone="accent">
            <BadgeCheck size={13} aria-hidden />
            {words.inUse}
          </Badge>
        )}
        <StatusBadge status={status.connection_status} />
      </div>
    </header>
  );
}

const ICONS: Readonly<Record<BrokerConnectionStatus, LucideIcon>> = {
  connected: CircleCheck,
  connecting: LoaderCircle,
  disconnected: Unplug,
  error: CircleX,
};
const TONES = { connected: 'ok', connecting: 'warn', disconnected: 'plain', error: 'error' } as const satisfies Record<
  BrokerConnectionStatus,
  string
>;

/** Shows the state of a connection by word, shape and colour. */
function StatusBadge({ status }: { readonly status: BrokerConnectionStatus }) {
  const Icon = ICONS[status];
  return (
    <Badge tone={TONES[status]} role="status">
      <Icon size={13} className={status === 'connecting' ? 'animate-spin' : undefined} aria-hidden />
      {words.status[status]}
    </Badge>
  );
}
