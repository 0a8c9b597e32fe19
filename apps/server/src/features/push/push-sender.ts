import type { Clock } from '@vigia/core/kernel';
import webpush from 'web-push';
import { yieldToEventLoop } from '#platform/clock/yield-to-event-loop.ts';
import type { PushKeys } from '#platform/config/push-keys.ts';
import { checkedLookup } from '#platform/outgoing/checked-lookup.ts';
import { type PostResult, post } from '#platform/outgoing/post.ts';
import { isPublicAddress } from '#platform/outgoing/public-address.ts';
import { createResolver } from '#platform/outgoing/resolve-name.ts';
import type { DeliveryResult } from '../notifications/index.ts';
import { isPushEndpoint } from './push-endpoint.ts';
import type { PushText } from './push-text.ts';
import { VapidHeaders } from './vapid-headers.ts';

/** Endpoint of a browser, and the keys that encrypt messages to it. */
export type Recipient = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

/** Sends a message to a push service. Never throws: a failure is one of the results. */
export interface PushSender {
  send(to: Recipient, message: PushText): Promise<DeliveryResult>;
}

const TIMEOUT_MS = 10_000;

/**
 * Creates a sender that encrypts by RFC 8291, signs by RFC 8292, and sends by RFC 8030. It connects over TLS to public
 * addresses only.
 */
export function createPushSender(keys: PushKeys, allowLoopback: boolean, clock: Pick<Clock, 'now'>): PushSender {
  const vapid = new VapidHeaders(keys, clock);
  const lookup = checkedLookup((address) => allowLoopback || isPublicAddress(address), createResolver());
  let turn: Promise<void> = Promise.resolve();
  return {
    async send(to, { text, ttlS, topic }) {
      if (!isPushEndpoint(to.endpoint, allowLoopback)) return { kind: 'refused', reason: 'endpoint not allowed' };
      // One message is encrypted in each turn of the event loop, so that a burst does not block settlements.
      turn = turn.then(yieldToEventLoop);
      await turn;
      try {
        const { headers, body } = webpush.generateRequestDetails(
          { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
          text,
          {
            headers: { Authorization: vapid.authorizationFor(to.endpoint) },
            TTL: ttlS,
            urgency: 'high',
            topic,
            contentEncoding: 'aes128gcm',
          },
        );
        return resultOf(
          await post(to.endpoint, {
            headers: textsOf(headers),
            body,
            lookup,
            timeoutMs: TIMEOUT_MS,
            answerMaxBytes: 0,
          }),
        );
      } catch (error) {
        return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

const textsOf = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Returns what became of the request. A failure of the way may pass, so it is repeated. */
const resultOf = (result: PostResult): DeliveryResult =>
  result.kind === 'answered'
    ? deliveryOf(result.status, result.retryAfter)
    : { kind: 'later', reason: result.failure, retryAfterMs: null };

function deliveryOf(status: number, retryAfter: string | undefined): DeliveryResult {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500) {
    const seconds = Number(retryAfter);
    const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null;
    return { kind: 'later', reason: `status ${status}`, retryAfterMs };
  }
  return { kind: 'refused', reason: `status ${status}` };
}
