/** Why a broker said no, or said nothing. The kinds are those of every broker; its own words stay in the log, scrubbed. */
export const BROKER_FAULT_KINDS = [
  'auth_invalid',
  'auth_2fa_required',
  'auth_challenge',
  'auth_rate_limited',
  'session_expired',
  'insufficient_funds',
  'market_closed',
  'stake_out_of_range',
  'invalid_duration',
  'price_moved',
  'rate_limited',
  'order_ambiguous',
  'network',
  'unknown',
] as const;
export type BrokerFaultKind = (typeof BROKER_FAULT_KINDS)[number];

/** A broker's fault. `detail` is the broker's own sentence or code, free of secrets: for the log, never a key of logic. */
export type BrokerFault = {
  readonly kind: BrokerFaultKind;
  readonly detail: string;
  /** When asking again makes sense, milliseconds from now; absent where the broker did not say. */
  readonly retryAfterMs?: number;
};

/** What only the person can mend: trying again by ourselves would be useless, or would lock the account. */
const NEEDS_PERSON: ReadonlySet<BrokerFaultKind> = new Set(['auth_invalid', 'auth_2fa_required', 'auth_challenge']);

/** Whether nothing but the person's own doing (another password, a code, a challenge) leads on. */
export const needsPerson = ({ kind }: BrokerFault): boolean => NEEDS_PERSON.has(kind);
