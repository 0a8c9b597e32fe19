import type { BrokerFault } from '@vigia/broker-kit/port';

/** Common text of Cloudflare's interstitial pages. */
const CHALLENGE = /just a moment|challenge-platform|cf-chl|cf_chl|attention required|cloudflare/i;
const MAX_DETAIL = 120;

/**
 * The fault of an upgrade that was not answered with 101. A bad token shows only there (docs/spec/brokers/olymptrade.md
 * §1).
 */
export function upgradeRefusal(status: number, body: string): BrokerFault {
  const detail = `upgrade answered ${status}`;
  if (status !== 401 && CHALLENGE.test(body)) return { kind: 'auth_challenge', detail: `${detail} with a challenge` };
  if (status === 429) return { kind: 'auth_rate_limited', detail };
  return { kind: status >= 500 ? 'network' : 'auth_invalid', detail };
}

/**
 * Returns the fault for an order's reply that contains no deal or a cancelled one. It is `unknown`, because no source
 * shows the reasons that the site gives.
 */
export const dealRefusal = (d: unknown): BrokerFault => ({
  kind: 'unknown',
  detail: `deal refused: ${plain(JSON.stringify(d ?? null))}`,
});

/** Removes what could be a secret or break a log line: words, numbers and plain punctuation remain, shortened. */
const plain = (words: string): string =>
  words
    .replace(/[A-Za-z0-9_-]{25,}/g, '…')
    .replace(/[^\p{L}\p{N} _.,:{}[\]"'-]/gu, ' ')
    .slice(0, MAX_DETAIL);
