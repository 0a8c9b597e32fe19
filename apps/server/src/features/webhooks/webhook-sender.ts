import { WEBHOOK_DELIVERY_HEADER, WEBHOOK_SIGNATURE_HEADER, type WebhookMessage } from '@vigia/contract';
import type { Clock } from '@vigia/core/kernel';
import type { Sealer } from '#platform/crypto/sealer.ts';
import { checkedLookup } from '#platform/outgoing/checked-lookup.ts';
import { type PostResult, post } from '#platform/outgoing/post.ts';
import { createResolver, lookUpWithSystem } from '#platform/outgoing/resolve-name.ts';
import { retryAfterMs } from '#platform/outgoing/retry-after.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { DeliveryResult } from '../notifications/index.ts';
import { type Attempt, type AttemptRow, storeAttempt } from './attempts.repository.ts';
import { signatureOf } from './signature.ts';
import { findWebhookDestination, type WebhookDestination } from './webhook.repository.ts';
import { isAllowedAddress, isWebhookUrl } from './webhook-url.ts';

export type WebhookSenderDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  /** Whether webhooks may have addresses in the network of the installation. */
  readonly allowPrivate: boolean;
  /** Time in milliseconds for a whole request. */
  readonly timeoutMs: number;
};

/** The result of an attempt. `stored` is null if the webhook was deleted meanwhile. */
export type SentAttempt = { readonly delivery: DeliveryResult; readonly stored: AttemptRow | null };

const ANSWER_MAX_BYTES = 64 * 1024;
const ANSWER_SHOWN = 200;
const ABSENT: SentAttempt = { delivery: { kind: 'absent' }, stored: null };

const publicNames = createResolver();
/** A name of the own network may stand in the hosts file only. */
const ownNetwork = createResolver({ fallback: lookUpWithSystem });

export const webhookUrlAad = (id: string): string => `webhooks.url:${id}`;
export const webhookSecretAad = (id: string): string => `webhooks.secret:${id}`;

/**
 * Sends one message to a webhook and stores the attempt. Never throws because of the receiver.
 * @returns `absent` for a webhook that was deleted or is disabled
 */
export async function sendToWebhook(
  deps: WebhookSenderDeps,
  id: string,
  message: WebhookMessage,
): Promise<SentAttempt> {
  const { db, clock } = deps;
  const destination = await findWebhookDestination(db.sql, id);
  if (destination === undefined || destination.disabled_at !== null) return ABSENT;
  const startMs = clock.monotonicMs();
  const result = await request(deps, destination, message);
  const durationMs = Math.max(0, Math.round(clock.monotonicMs() - startMs));
  const atMs = clock.now();
  const delivery = deliveryOf(result, atMs);
  const attempt = { messageId: message.id, type: message.type, atMs, durationMs, outcome: delivery.kind };
  const stored = await db.transaction((tx) => storeAttempt(tx, id, { ...attempt, ...factsOf(result) }));
  return { delivery, stored };
}

type Result = PostResult | { readonly kind: 'failed'; readonly failure: 'url_not_allowed' };

async function request(
  { clock, sealer, allowPrivate, timeoutMs }: WebhookSenderDeps,
  { id, sealed_url, sealed_secret }: WebhookDestination,
  message: WebhookMessage,
): Promise<Result> {
  const url = sealer.open(sealed_url, webhookUrlAad(id)).toString();
  // The installation may have stopped allowing private targets since the URL was stored.
  if (!isWebhookUrl(url, allowPrivate)) return { kind: 'failed', failure: 'url_not_allowed' };
  const secret = sealer.open(sealed_secret, webhookSecretAad(id)).toString();
  const body = JSON.stringify(message);
  return post(url, {
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Vigia-Webhooks/1',
      [WEBHOOK_DELIVERY_HEADER]: message.id,
      [WEBHOOK_SIGNATURE_HEADER]: signatureOf(secret, body, clock.now()),
    },
    body,
    lookup: checkedLookup(
      (address) => isAllowedAddress(address, allowPrivate),
      allowPrivate ? ownNetwork : publicNames,
    ),
    timeoutMs,
    answerMaxBytes: ANSWER_MAX_BYTES,
  });
}

const HTTP_GONE = 410;

/**
 * Decides about an attempt. A redirect is refused, because it could lead into the network of the installation. Every
 * other failure may pass, so it is repeated until the message expires.
 */
function deliveryOf(result: Result, nowMs: number): Exclude<DeliveryResult, { readonly kind: 'absent' }> {
  if (result.kind === 'failed') {
    const { failure: reason } = result;
    const isRefused = reason === 'url_not_allowed' || reason === 'address_not_allowed';
    return isRefused ? { kind: 'refused', reason } : { kind: 'later', reason, retryAfterMs: null };
  }
  const { status, retryAfter } = result;
  const reason = `status ${status}`;
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status >= 300 && status < 400) return { kind: 'refused', reason };
  if (status === HTTP_GONE) return { kind: 'gone' };
  return { kind: 'later', reason, retryAfterMs: retryAfterMs(retryAfter, nowMs) };
}

function factsOf(result: Result): Pick<Attempt, 'status' | 'failure' | 'answer'> {
  if (result.kind === 'failed') return { status: null, failure: result.failure, answer: '' };
  const answer = [...result.text]
    .slice(0, ANSWER_SHOWN)
    .join('')
    .replace(/\p{Cc}+/gu, ' ');
  return { status: result.status, failure: null, answer };
}
