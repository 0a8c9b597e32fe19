import type { BrokerView } from '@vigia/contract';
import { BadgeCheck } from 'lucide-react';
import { Badge } from '#shared/ui/badge.tsx';
import { connectionsMessages as words } from '../messages.es.ts';
import { StatusBadge } from './status-badge.tsx';

/** Broker name, kind of access and connection state. */
export function CardHead({ broker }: { readonly broker: BrokerView }) {
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
        {status.is_active && (
          <Badge tone="accent">
            <BadgeCheck size={13} aria-hidden />
            {words.active}
          </Badge>
        )}
        <StatusBadge status={status.connection_status} />
      </div>
    </header>
  );
}
