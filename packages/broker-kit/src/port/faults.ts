/** The reason why a broker refused or did not answer. All brokers share these kinds. */
export const BROKER_FAULT_KINDS = [
  'auth_invalid',
  'auth_2fa_required',
  'auth_challenge',
  'auth_rate_limited',
  'session_expired',
  /** The broker allows only its own program to use this login. */
  'clients_refused',
  'insufficient_funds',
  'market_closed',
  'stake_out_of_range',
  'invalid_duration',
  /** The purchase deadline of this expiry has passed; the broker may still sell a later expiry. */
  'too_late',
  'price_moved',
  /** The broker does not buy back this option contract, or not at this moment. */
  'not_for_sale',
  /** The option contract to sell has ended, or is not among the open contracts. */
  'contract_over',
  'rate_limited',
  'order_ambiguous',
  'network',
  /** The outgoing proxy of the installation opens no connection, so the broker is not reached. */
  'proxy_failed',
  'unknown',
] as const;
export type BrokerFaultKind = (typeof BROKER_FAULT_KINDS)[number];

/**
 * A broker's fault. `detail` is the broker's own message or code, without secrets. It is only for the log: no program
 * logic may depend on it.
 */
export type BrokerFault = {
  readonly kind: BrokerFaultKind;
  readonly detail: string;
  /** Milliseconds until a retry makes sense; absent if the broker stated no time. */
  readonly retryAfterMs?: number;
};

/** Faults that only the user can fix. An automatic retry would be useless, or would lock the account. */
const NEEDS_PERSON: ReadonlySet<BrokerFaultKind> = new Set(['auth_invalid', 'auth_2fa_required', 'auth_challenge']);

/** Returns whether only an action of the user (another password, a code, a challenge) can resolve the fault. */
export const isUserActionRequired = ({ kind }: BrokerFault): boolean => NEEDS_PERSON.has(kind);
