import type { BrokerConnectionStatus } from '@vigia/contract';
import { CircleCheck, CircleX, LoaderCircle, type LucideIcon, Unplug } from 'lucide-react';
import { Badge } from '#shared/ui/badge.tsx';
import { connectionsMessages as words } from '../messages.es.ts';

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

/** State of a connection by word, shape and colour. */
export function StatusBadge({ status }: { readonly status: BrokerConnectionStatus }) {
  const Icon = ICONS[status];
  return (
    <Badge tone={TONES[status]} role="status">
      <Icon size={13} className={status === 'connecting' ? 'animate-spin' : undefined} aria-hidden />
      {words.status[status]}
    </Badge>
  );
}
