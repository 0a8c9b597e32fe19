import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import webpush from 'web-push';
import type { PushKeys } from '#platform/config/push-keys.ts';
import { checkedLookup } from '#platform/outgoing/checked-lookup.ts';
import { isPublicAddress } from '#platform/outgoing/public-address.ts';
import type { Delivery } from '../notifications/index.ts';
import { isPushEndpoint } from './push-endpoint.ts';
import type { PushText } from './push-text.ts';

/** Endpoint of a browser, and the keys that encrypt messages to it. */
export type Recipient = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

/** Sends a message to a push service. Never throws: a failure is one of the results. */
export interface PushSender {
  send(to: Recipient, message: PushText): Promise<Delivery>;
}

const TIMEOUT_MS = 10_000;
const lookup = checkedLookup(isPublicAddress);

/**
 * Creates a sender that encrypts by RFC 8291, signs by RFC 8292, and sends by RFC 8030. It connects over TLS to public
 * addresses only.
 */
export function createPushSender(keys: PushKeys, allowLoopback: boolean): PushSender {
  return {
    async send(to, { text, ttlS, topic }) {
      if (!isPushEndpoint(to.endpoint, allowLoopback)) return { kind: 'refused', reason: 'endpoint not allowed' };
      try {
        const { headers, body } = webpush.generateRequestDetails(
          { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
          text,
          { vapidDetails: { ...keys }, TTL: ttlS, urgency: 'high', topic, contentEncoding: 'aes128gcm' },
        );
        return await post(to.endpoint, { ...headers }, body, allowLoopback);
      } catch (error) {
        return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

/** Sends a POST request. Follows no redirect, and ignores the response body, because the status suffices. */
function post(
  endpoint: string,
  headers: Record<string, string>,
  body: Buffer,
  allowLoopback: boolean,
): Promise<Delivery> {
  const request = new URL(endpoint).protocol === 'http:' ? httpRequest : httpsRequest;
  return new Promise((resolve) => {
    const later = (reason: string) => resolve({ kind: 'later', reason, retryAfterMs: null });
    const outgoing = request(
      endpoint,
      // A pooled connection would skip the check of the address, so the request uses no agent.
      { method: 'POST', headers, timeout: TIMEOUT_MS, agent: false, ...(!allowLoopback && { lookup }) },
      (answer) => {
        answer.resume();
        resolve(deliveryOf(answer.statusCode ?? 0, answer.headers['retry-after']));
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
    outgoing.on('error', (error) => later(error.message));
    outgoing.end(body);
  });
}

function deliveryOf(status: number, retryAfter: string | undefined): Delivery {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500) {
    const seconds = Number(retryAfter);
    const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null;
    return { kind: 'later', reason: `status ${status}`, retryAfterMs };
  }
  return { kind: 'refused', reason: `status ${status}` };
}
