import type { BrokerFault, BrokerFaultKind } from '@vigia/broker-kit/port';
import type { ErrorCode } from '@vigia/contract';

/**
 * Error codes of a failed connection. Faults of orders are missing, because no broker reports them for a connection.
 */
const CODES: Partial<Readonly<Record<BrokerFaultKind, ErrorCode>>> = {
  auth_invalid: 'broker_auth_invalid',
  auth_2fa_required: 'broker_code_required',
  auth_challenge: 'broker_challenge',
  auth_rate_limited: 'broker_rate_limited',
  rate_limited: 'broker_rate_limited',
  session_expired: 'broker_session_expired',
  clients_refused: 'broker_clients_refused',
  network: 'broker_unreachable',
  proxy_failed: 'broker_proxy_failed',
};

export const faultCode = ({ kind }: BrokerFault): ErrorCode => CODES[kind] ?? 'broker_failed';

/** Returns true if the same credentials may work later without any action of the user. */
export const isTemporaryFault = ({ kind }: BrokerFault): boolean =>
  kind === 'network' ||
  kind === 'proxy_failed' ||
  kind === 'rate_limited' ||
  kind === 'auth_rate_limited' ||
  kind === 'unknown';
