import type { BrokerStatusView, BrokerView } from '@vigia/contract';
import { formatCount, formatDateTime, formatSignedSeconds } from '#shared/lib/format.ts';
import { TextButton } from '#shared/ui/text-button.tsx';
import { connectionsMessages as words } from '../messages.es.ts';
import { NamedValue } from './named-value.tsx';
import { PaperGapFact } from './paper-gap-fact.tsx';
import { SettlementFacts } from './settlement-facts.tsx';

type FactsProps = { readonly broker: BrokerView; readonly onForget: () => void };

/**
 * Shows details of the connection, the checks of its settlements, and the action that deletes its stored credentials.
 */
export function ConnectionFacts({ broker: { id, display_name: name, status }, onForget }: FactsProps) {
  const {
    credential_kind: kind,
    credential_hint: hint,
    connected_at: connectedAt,
    expires_at: expiresAt,
  } = status.connection_info;
  const isConnected = status.connection_status === 'connected';
  return (
    <dl className="grid gap-2 text-13 empty:hidden">
      {isConnected && <NamedValue name={words.facts.latency}>{latencyOf(status)}</NamedValue>}
      {isConnected && connectedAt && <NamedValue name={words.facts.since}>{formatDateTime(connectedAt)}</NamedValue>}
      {isConnected && expiresAt && <NamedValue name={words.facts.expires}>{formatDateTime(expiresAt)}</NamedValue>}
      <SettlementFacts broker={id} />
      <PaperGapFact broker={id} />
      {kind && (
        <NamedValue name={words.facts.stored[kind]}>
          <span className="mr-3">{hint ?? words.facts.kept[kind]}</span>
          <TextButton aria-label={words.of(words.forget, name)} onClick={onForget}>
            {words.facts.forget}
          </TextButton>
        </NamedValue>
      )}
    </dl>
  );
}

function latencyOf({ connection_info: { round_trip_ms: roundTripMs, clock_offset_ms: offsetMs } }: BrokerStatusView) {
  const parts = [
    ...(roundTripMs === null ? [] : [words.facts.roundTrip(formatCount(roundTripMs))]),
    ...(offsetMs === null ? [] : [words.facts.clock(formatSignedSeconds(offsetMs))]),
  ];
  return parts.length === 0 ? words.facts.measuring : parts.join(' · ');
}
