import type { BrokerFault } from '@vigia/broker-kit/port';
import type { CloseReason } from '@vigia/broker-kit/socket';

/** Pattern of texts on Cloudflare's bot-protection pages. */
const CHALLENGE = /just a moment|challenge-platform|cf-chl|cf_chl|attention required|cloudflare/i;
const MAX_DETAIL = 120;

/** Close code of a policy violation (RFC 6455 §7.4.1). */
const POLICY_VIOLATION = 1008;

/**
 * Returns the fault for a refused upgrade (a status other than 101). The broker refuses a bad token in this way, or
 * with a close frame.
 */
export function upgradeRefusal(status: number, body: string): BrokerFault {
  const detail = `upgrade answered ${status}`;
  if (status !== 401 && CHALLENGE.test(body)) return { kind: 'auth_challenge', detail: `${detail} with a challenge` };
  if (status === 429) return { kind: 'auth_rate_limited', detail };
  return { kind: status >= 500 ? 'network' : 'auth_invalid', detail };
}

/**
 * Returns the fault for a close frame; null if the frame is not about the token. A client of 2026 received code 1008
 * with `invalid_token` for a bad token, after a successful upgrade (docs/spec/brokers/olymptrade.md §1).
 */
export function closingFault({ code, reason }: CloseReason): BrokerFault | null {
  if (code !== POLICY_VIOLATION) return null;
  const detail = `closed with ${code} ${plain(reason)}`;
  return { kind: reason === '' || /token|auth|session/i.test(reason) ? 'auth_invalid' : 'network', detail };
}

/**
 * Returns the fault for a reply to an order that contains no deal or a cancelled deal. The fault is `unknown`, because
 * no source shows the broker's reasons.
 */
export const dealRefusal = (d: unknown): BrokerFault => ({
  kind: 'unknown',
  detail: `deal refused: ${plain(JSON.stringify(d ?? null))}`,
});

/**
 * Removes text that may be a secret or may break a log line. Words, numbers and plain punctuation remain, shortened.
 */
const plain = (words: string): string =>
  words
    .replace(/[A-Za-z0-9_-]{25,}/g, '…')
    .replace(/[^\p{L}\p{N} _.,:{}[\]"'-]/gu, ' ')
    .slice(0, MAX_DETAIL);
