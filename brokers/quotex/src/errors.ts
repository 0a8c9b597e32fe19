import type { BrokerFault, BrokerFaultKind } from '@vigia/broker-kit/port';

/** Pattern of texts on Cloudflare's bot-protection pages. */
const CHALLENGE_MARKS = /cf-chl|cf_chl|challenge-platform|cf-mitigated|cf-error|just a moment|attention required/i;
const IS_HTML = /^\s*(<!doctype html|<html)/i;
const DEFAULT_RETRY_MS = 60_000;

const isChallenge = (status: number, body: string): boolean =>
  (status === 403 && IS_HTML.test(body)) || ((status === 403 || status === 503) && CHALLENGE_MARKS.test(body));

/** Returns the fault for an HTTP response of the broker's website; null if the response shows no fault. */
export function pageFault(status: number, body: string, retryAfter?: string): BrokerFault | null {
  if (isChallenge(status, body)) return { kind: 'auth_challenge', detail: `protection page, HTTP ${status}` };
  if (status === 429) return { kind: 'auth_rate_limited', detail: 'HTTP 429', retryAfterMs: retryMs(retryAfter) };
  if (status === 401 || status === 403) return { kind: 'session_expired', detail: `HTTP ${status}` };
  if (status >= 500) return { kind: 'network', detail: `HTTP ${status}` };
  return status >= 400 ? { kind: 'unknown', detail: `HTTP ${status}` } : null;
}

/** Returns the fault for a refused WebSocket upgrade. */
export function upgradeFault(status: number, body: string): BrokerFault {
  const fault = pageFault(status, body);
  if (fault?.kind === 'auth_rate_limited') return { ...fault, kind: 'rate_limited' };
  return fault ?? { kind: 'network', detail: `upgrade answered with HTTP ${status}` };
}

function retryMs(header: string | undefined): number {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : DEFAULT_RETRY_MS;
}

/**
 * Error codes and sentences in `f_orders/open`, the refusal of an order, with their fault kinds. Community sources show
 * `not_money`, `expiration` and "Demo balance is not enough"; the others are guesses.
 */
const REFUSALS: readonly (readonly [RegExp, BrokerFaultKind])[] = [
  [/^not_money$|balance|funds|not enough|insufficient/, 'insufficient_funds'],
  [/^expiration$/, 'invalid_duration'],
  [/clos|not_available|unavailable|market/, 'market_closed'],
  [/amount|limit|min|max/, 'stake_out_of_range'],
  [/profit|payout|price/, 'price_moved'],
  [/many|often|rate|flood/, 'rate_limited'],
  [/auth|token|session/, 'session_expired'],
];
const MAX_DETAIL = 80;

/** Returns the fault for the broker's refusal of an order. */
export function refusalFault(error: unknown): BrokerFault {
  const word = (typeof error === 'string' ? error : JSON.stringify(error)).slice(0, MAX_DETAIL);
  const kind = REFUSALS.find(([pattern]) => pattern.test(word.toLowerCase()))?.[1] ?? 'unknown';
  return { kind, detail: word };
}
