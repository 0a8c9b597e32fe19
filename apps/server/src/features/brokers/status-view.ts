import type { Broker, BrokerAccount, BrokerFault, Oddity } from '@vigia/broker-kit/port';
import { type BrokerConnectionStatus, type BrokerStatusView, ERROR_MESSAGES_ES, fillMessage } from '@vigia/contract';
import { assertNever } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/money';
import type { AccountChoice } from '../accounts/index.ts';
import type { ConnectionRecord } from './connections.repository.ts';
import type { SavedLogin } from './logins/logins.repository.ts';
import { brokerRefusalOf } from './refusal.ts';
import type { BrokerConnection } from './sessions/connection.ts';
import { expiryOf } from './sessions/expiry.ts';

const iso = (timeMs: number | null): string | null => (timeMs === null ? null : new Date(timeMs).toISOString());

/**
 * Returns the user's status at a broker.
 * @param connection current or last session; undefined if there is none
 * @param choice account that the user's orders go to
 * @param saved the user's saved logins of the broker
 * @param retryAtMs time before which the broker must not be contacted
 */
export function toStatusView(
  broker: Broker,
  record: ConnectionRecord | undefined,
  connection: BrokerConnection | undefined,
  retryAtMs: number | null,
  choice: AccountChoice,
  saved: readonly SavedLogin[],
): BrokerStatusView {
  const fault = connection === undefined ? null : faultOf(connection);
  const refused = fault && brokerRefusalOf(broker, fault);
  const isActive = choice?.broker === broker.id;
  const kind = isActive ? choice.kind : record?.hasConnected || connection ? 'demo' : null;
  const chosen = kind !== null && connection?.phase.kind === 'open' ? connection.inUse.of(kind) : undefined;
  const time = connection?.phase.kind === 'open' ? connection.session.time() : null;
  const credentials = record?.credentials ?? null;
  return {
    broker: broker.id,
    connection_status: statusOf(connection, record),
    is_active: isActive,
    current_account_type: kind,
    account_info: {
      account_id: chosen?.accountId ?? null,
      current_balance: chosen ? formatMinor(chosen.balanceMinor, chosen.currency) : null,
      currency: chosen?.currency ?? null,
      accounts: connection ? accountViews(connection) : [],
    },
    connection_info: {
      credential_kind: credentials?.kind ?? null,
      credential_hint: credentials?.hint || null,
      credential_label: credentials?.label ?? null,
      code_required: connection?.phase.kind === 'code',
      error_code: refused?.code ?? null,
      retry_at: iso(connection?.phase.kind === 'waiting' ? connection.phase.retryAtMs : retryAtMs),
      connected_at: record?.connectedAt?.toISOString() ?? null,
      expires_at: iso(connection?.phase.kind === 'open' ? expiryOf(connection) : null),
      clock_offset_ms: time?.offsetMs ?? null,
      round_trip_ms: time?.roundTripMs ?? null,
      oddities: (connection?.oddities.list() ?? []).map(toOddityView),
      closed_for_orders: connection?.oddities.isClosedForOrders ?? false,
    },
    last_error_message: refused && fillMessage(ERROR_MESSAGES_ES[refused.code], refused.values),
    saved_logins: saved.map(({ id, label, kind: savedKind, hint }) => ({
      id,
      label,
      kind: savedKind,
      hint: hint || null,
    })),
    has_valid_credentials: credentials !== null && !credentials.isRefused,
  };
}

const toOddityView = ({ kind, message, count, touchesOrders }: Oddity) => ({
  kind,
  message,
  count,
  touches_orders: touchesOrders,
});

/** Returns the accounts of a signed-in login; empty before the sign-in. */
export const accountViews = (connection: BrokerConnection): BrokerStatusView['account_info']['accounts'] =>
  connection.phase.kind === 'open'
    ? connection.session.accounts().map((account) => toAccountView(connection, account))
    : [];

const toAccountView = (
  connection: BrokerConnection,
  { accountId: id, kind: type, currency, balanceMinor }: BrokerAccount,
) => ({
  id,
  type,
  currency,
  balance: formatMinor(balanceMinor, currency),
  in_use: connection.inUse.of(type)?.accountId === id,
});

function statusOf(
  connection: BrokerConnection | undefined,
  record: ConnectionRecord | undefined,
): BrokerConnectionStatus {
  // After a start, connections are reopened one after the other, and this one has not been reopened yet.
  if (connection === undefined) return record?.isWanted && record.credentials ? 'connecting' : 'disconnected';
  switch (connection.phase.kind) {
    case 'signing_in':
    case 'code':
    case 'waiting':
      return 'connecting';
    case 'open':
      return connection.isUp ? 'connected' : 'connecting';
    case 'ended':
      return 'error';
    case 'closed':
      return 'disconnected';
    default:
      return assertNever(connection.phase);
  }
}

function faultOf({ phase, session }: BrokerConnection): BrokerFault | null {
  if (phase.kind === 'ended' || phase.kind === 'waiting') return phase.fault;
  if (phase.kind !== 'open') return null;
  const state = session.state();
  return state.status === 'connecting' ? state.fault : null;
}
