import type { BrokerFault } from '@vigia/broker-kit/port';

/** Common text of Cloudflare's interstitial pages. */
const CHALLENGE = /just a moment|challenge-platform|cf-chl|cf_chl|attention required|cloudflare/i;
const MAX_DETAIL = 120;

/**
 * What an upgrade that was not answered 101 means: a bad token shows in nothing else (docs/spec/brokers/olymptrade.md
 * §1).
 */
export function upgradeRefusal(status: number, body: string): BrokerFault {
  const detail = `upgrade answered ${status}`;
  if (status !== 401 && CHALLENGE.test(body)) return { kind: 'auth_challenge', detail: `${detail} with a challenge` };
  if (status === 429) return { kind: 'auth_rate_limited', detail };
  return { kind: status >= 500 ? 'network' : 'auth_invalid', detail };
}

/**
 * The fault of a reply to an order that names no deal, or a cancelled one: how the site words a reason is in no
 * source.
 */
export const dealRefusal = (d: unknown): BrokerFault => ({
  kind: 'unknown',
  detail: `deal refused: ${plain(JSON.stringify(d ?? null))}`,
});

/** Free of anything that could be a secret or break a line of the log: words, numbers and plain signs, shortened. */
const plain = (words: string): string =>
  words
    .replace(/[A-Za-z0-9_-]{25,}/g, '…')
    .replace(/[^\p{L}\p{N} _.,:{}[\]"'-]/gu, ' ')
    .slice(0, MAX_DETAIL);
