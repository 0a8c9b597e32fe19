import type { BrokerFault, BrokerFaultKind } from '@vigia/broker-kit/port';

/** Fault kinds by the practice broker's error codes. */
const KINDS: Readonly<Record<string, BrokerFaultKind>> = {
  wrong_credentials: 'auth_invalid',
  wrong_code: 'auth_invalid',
  code_required: 'auth_2fa_required',
  too_many_sign_ins: 'auth_rate_limited',
  no_money: 'insufficient_funds',
  closed: 'market_closed',
  stake: 'stake_out_of_range',
  length: 'invalid_duration',
  moved: 'price_moved',
  too_often: 'rate_limited',
};

export const faultOf = (word: string): BrokerFault => ({ kind: KINDS[word] ?? 'unknown', detail: word });

/**
 * Returns the fault for an unsuccessful HTTP response. Status 403 with a page instead of JSON is a bot-protection
 * challenge.
 */
export function httpFault(status: number, isJson: boolean): BrokerFault {
  if (status === 403 && !isJson) return { kind: 'auth_challenge', detail: 'http 403 with a page' };
  if (status === 429) return { kind: 'auth_rate_limited', detail: 'http 429' };
  return { kind: status >= 500 ? 'network' : 'unknown', detail: `http ${status}` };
}
