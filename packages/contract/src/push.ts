import { z } from 'zod';
import { Instant } from './common.ts';
import { NOTIFICATION_TOPICS } from './notifications.ts';

/** Largest number of subscribed browsers of one user. */
export const PUSH_SUBSCRIPTIONS_MAX = 10;

/** Schema of a base64url text, without padding, that encodes the given number of bytes. */
const bytes = (count: number) =>
  z
    .string()
    .max(120)
    .regex(/^[\w-]+={0,2}$/, 'debe ser base64url')
    .refine((text) => Math.floor((text.replace(/=+$/, '').length * 3) / 4) === count, `deben ser ${count} bytes`);

/**
 * Body of `POST /api/v1/push/subscriptions`: the response of the browser's PushManager, and the topics to subscribe to.
 */
export const PushSubscriptionBody = z.strictObject({
  endpoint: z.url().max(1_024),
  keys: z.strictObject({ p256dh: bytes(65), auth: bytes(16) }),
  topics: z.array(z.enum(NOTIFICATION_TOPICS)).min(1).max(NOTIFICATION_TOPICS.length),
});
export type PushSubscriptionBody = z.infer<typeof PushSubscriptionBody>;

export const PushSubscriptionView = z.object({
  id: z.uuid(),
  /** Host of the browser's push service. */
  service: z.string(),
  topics: z.array(z.enum(NOTIFICATION_TOPICS)),
  created_at: Instant,
  /** Time of the last message that the push service accepted. */
  sent_at: Instant.nullable(),
  /** Time of the last message that was given up, if no later one was accepted. */
  failed_at: Instant.nullable(),
});
export type PushSubscriptionView = z.infer<typeof PushSubscriptionView>;

/**
 * A push message after its decryption in the browser. `tag`: a later message replaces an earlier one with the same tag.
 */
export const PushMessage = z.object({ title: z.string(), text: z.string(), tag: z.string(), path: z.string() });
export type PushMessage = z.infer<typeof PushMessage>;
