import type { BrokerView } from '@vigia/contract';
import { Info, TriangleAlert } from 'lucide-react';
import { Note } from '#shared/ui/note.tsx';
import { BROKER_WORDS } from '../broker-words.es.ts';
import { connectionsMessages as words } from '../messages.es.ts';

/** How the broker stands towards programs like this one: to be read before it gets a password. */
export function StanceNote({ broker: { id, forbids_bots: forbidsBots } }: { readonly broker: BrokerView }) {
  return (
    <Note icon={forbidsBots ? TriangleAlert : Info} tone={forbidsBots ? 'warn' : 'plain'}>
      <span className="wrap-anywhere">{BROKER_WORDS[id].stance}</span>
    </Note>
  );
}

/** The same once it was read: folded, unless the account is at stake. */
export function StanceDetails({ broker }: { readonly broker: BrokerView }) {
  if (broker.forbids_bots) return <StanceNote broker={broker} />;
  return (
    <details className="text-12 text-fg-3">
      <summary className="cursor-pointer max-md:py-2">{words.about(broker.display_name)}</summary>
      <p className="mt-1.5 wrap-anywhere">{BROKER_WORDS[broker.id].stance}</p>
    </details>
  );
}
