import type { BrokerView } from '@vigia/contract';
import { Info, TriangleAlert } from 'lucide-react';
import { FoldedNote, Note } from '#shared/ui/note.tsx';
import { connectionsMessages as words } from '../messages.es.ts';
import { brokerPolicyInWords } from '../model/broker-policy.ts';

/** Shows the broker's policy on programs such as this app, before the user enters a password. */
export function BrokerPolicyNote({ broker }: { readonly broker: BrokerView }) {
  const { lead, rest } = brokerPolicyInWords(broker);
  return (
    <Note icon={broker.forbids_bots ? TriangleAlert : Info} tone={broker.forbids_bots ? 'warn' : 'plain'}>
      <span className="wrap-anywhere">
        <b className="font-medium text-fg-1">{lead}</b> {rest}
      </span>
    </Note>
  );
}

/** Shows the most important fact of the broker's policy in one line, and the rest on a click. */
export function FoldedBrokerPolicy({ broker }: { readonly broker: BrokerView }) {
  const { lead, rest } = brokerPolicyInWords(broker);
  const isRisky = broker.forbids_bots;
  return (
    <FoldedNote icon={isRisky ? TriangleAlert : Info} tone={isRisky ? 'warn' : 'plain'} line={lead}>
      <p className="wrap-anywhere">{rest}</p>
    </FoldedNote>
  );
}

/**
 * Shows the broker's policy to a user who has already read it. It is less prominent, unless the policy puts the
 * broker account at risk.
 */
export function BrokerPolicyDetails({ broker }: { readonly broker: BrokerView }) {
  if (broker.forbids_bots) return <FoldedBrokerPolicy broker={broker} />;
  const { lead, rest } = brokerPolicyInWords(broker);
  return (
    <details className="text-12 text-fg-3">
      <summary className="cursor-pointer max-md:py-2 touch:py-3">{words.about(broker.display_name)}</summary>
      <p className="mt-1.5 wrap-anywhere">{`${lead} ${rest}`}</p>
    </details>
  );
}
