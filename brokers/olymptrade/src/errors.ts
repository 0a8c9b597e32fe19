import type { BrokerFault, BrokerFaultKind } from '@vigia/broker-kit/port';
import type { DealRow } from './wire/shapes.ts';

/** What Cloudflare's interstitial pages have in common. */
const CHALLENGE = /just a moment|challenge-platform|cf-chl|cf_chl|attention required|cloudflare/i;
const MAX_DETAIL = 120;

/** What an upgrade that was not answered 101 means: a bad token shows in nothing else (PROTOCOLS.md §4.1). */
export function upgradeRefusal(status: number, body: string): BrokerFault {
  const detail = `upgrade answered ${status}`;
  if (status !== 401 && CHALLENGE.test(body)) return { kind: 'auth_challenge', detail: `${detail} with a challenge` };
  if (status === 429) return { kind: 'auth_rate_limited', detail };
  return { kind: status >= 500 ? 'network' : 'auth_invalid', detail };
}

/**
 * How a refused deal is worded is in no source: words that could stand there are tried, and what fits none stays `unknown`.
 */
const WORDS: readonly (readonly [RegExp, BrokerFaultKind])[] = [
  [/insufficient|not.?enough|balance|money/i, 'insufficient_funds'],
  [/rate.?limit|too.?many|too.?often|flood/i, 'rate_limited'],
  [/profitab|winperc|payout|price/i, 'price_moved'],
  [/duration|expir|timestamp/i, 'invalid_duration'],
  [/amount|stake|limit/i, 'stake_out_of_range'],
  [/lock|close|market|trading|schedule|pair/i, 'market_closed'],
];

/** The fault of a reply to an order that names no deal, or a cancelled one. */
export function dealRefusal(d: unknown, row: DealRow | null): BrokerFault {
  const words = row ? (row.status ?? '') : JSON.stringify(d ?? null);
  const kind = row === null ? WORDS.find(([pattern]) => pattern.test(words))?.[1] : undefined;
  return { kind: kind ?? 'unknown', detail: `deal refused: ${plain(words)}` };
}

/** Free of anything that could be a secret or break a line of the log: words, numbers and plain signs, shortened. */
const plain = (words: string): string =>
  words
    .replace(/[A-Za-z0-9_-]{25,}/g, '…')
    .replace(/[^\p{L}\p{N} _.,:{}[\]"'-]/gu, ' ')
    .slice(0, MAX_DETAIL);
