import type { HttpResponse } from '@vigia/broker-kit/http';
import type { BrokerFault, BrokerFaultKind } from '@vigia/broker-kit/port';
import { assertNever } from '@vigia/core/kernel';
import type { NoReplyReason } from './client.ts';
import { parseJson } from './wire/frames.ts';
import { LoginReply } from './wire/messages.ts';

const MAX_DETAIL = 160;
/** Error number of API v1 for too many logins (docs/spec/brokers/iqoption.md §1). */
const LOGIN_LIMIT = 301;
const WRONG_PASSWORD = 202;

/**
 * Meaning of the broker's refusal texts, which may be in the language of the user's account. The broker publishes no
 * list (docs/spec/brokers/iqoption.md §5). One text is from the vendor's tests, several are from the community, and the
 * others are guesses. If a text matches nothing, the fault is `unknown`.
 */
const REFUSALS: readonly (readonly [RegExp, BrokerFaultKind])[] = [
  [/insufficient funds|fondos insuficientes|saldo insuficiente/i, 'insufficient_funds'], // vendor's test/options.spec
  [/time for purchasing options? is over|tiempo para comprar|tempo para comprar/i, 'too_late'], // community
  [/too (many|often|frequent)|requests? limit|demasiad[ao]s/i, 'rate_limited'],
  [/profit|payout|commission|price (has|is|was) chang|rentabilidad|precio ha cambiado/i, 'price_moved'],
  // These texts are from the community: "active is suspended", "rejected by risks", "activo desconectado", "(de
  // bienes)".
  [/suspend|closed|not available|unavailable|disabled|rejected by risks|desconectad|de bienes/i, 'market_closed'],
  [/cerrad|no disponible/i, 'market_closed'],
  [/expir|duration|vencimiento|duración/i, 'invalid_duration'],
  [/amount|invest|\bbet\b|\bprice\b|minimum|maximum|importe|inversión|mínim|máxim/i, 'stake_out_of_range'],
];

/** Returns the fault for a request that was refused with a status of 4000 or above. The text determines its kind. */
export const refusalFault = (status: number, message: string): BrokerFault => ({
  kind: REFUSALS.find(([text]) => text.test(message))?.[1] ?? 'unknown',
  detail: `${status} ${clipped(message)}`,
});

/** Returns the fault for a failed login or a failed code. `network` and `auth_rate_limited` are temporary. */
export function loginFault(answer: HttpResponse): BrokerFault {
  const read = LoginReply.safeParse(parseJson(answer.body));
  if (!read.success) return pageFault(answer.status, answer.body);
  const { code = '', message = '', data, errors = [] } = read.data;
  const detail = clipped(`${answer.status} ${code} ${errors.map(({ title }) => title).join(' ')} ${message}`);
  if (answer.status === 429 || errors.some((error) => error.code === LOGIN_LIMIT)) return limited(detail, data?.ttl);
  if (answer.status >= 500) return { kind: 'network', detail };
  const isInvalid =
    /invalid|credential|password|not_found/i.test(code) || errors.some((error) => error.code === WRONG_PASSWORD);
  return { kind: isInvalid || answer.status === 401 ? 'auth_invalid' : 'unknown', detail };
}

/** Returns the fault for a response without JSON: a bot-protection page, or an error of the server. */
export function pageFault(status: number, body: string): BrokerFault {
  if (/cloudflare|challenge|captcha|just a moment/i.test(body))
    return { kind: 'auth_challenge', detail: `${status} page` };
  if (status === 429) return limited('429', undefined);
  if (status === 401) return { kind: 'session_expired', detail: '401' };
  return { kind: status >= 500 ? 'network' : 'unknown', detail: `${status} without a readable answer` };
}

const limited = (detail: string, ttlS: number | undefined): BrokerFault => ({
  kind: 'auth_rate_limited',
  detail,
  ...(ttlS === undefined ? {} : { retryAfterMs: Math.ceil(ttlS * 1000) }),
});

/**
 * Returns the broker's own text for the log: shortened, without e-mail addresses, and without any word as long as a
 * token.
 */
const clipped = (text: string): string =>
  text
    .replaceAll(/[^\s"']+@[^\s"']+/g, '[e-mail]')
    .replaceAll(/[\w.~+/=-]{24,}/g, '[…]')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_DETAIL);

/**
 * Returns the fault for a failed request. For orders `orderWithoutContract` is used instead, because the broker may
 * have executed the order.
 */
export function faultOf(noReply: NoReplyReason): BrokerFault {
  switch (noReply.kind) {
    case 'unsent':
      return { kind: 'network', detail: 'not connected' };
    case 'unanswered':
      return { kind: 'network', detail: noReply.cause };
    case 'refused':
      return refusalFault(noReply.status, noReply.message);
    default:
      return assertNever(noReply);
  }
}
