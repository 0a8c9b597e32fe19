import { z } from 'zod';
import { Instant, storedTextSchema } from './common.ts';
import { NOTIFICATION_TOPICS } from './notifications.ts';

/** Largest number of webhooks of one user. */
export const WEBHOOKS_MAX = 5;
/** Number of deliveries of one webhook that are kept, for at most 30 days. */
export const WEBHOOK_DELIVERIES_KEPT = 50;
/** Header with the time and the signature of a message: `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "t.body">`. */
export const WEBHOOK_SIGNATURE_HEADER = 'vigia-signature';
/** Header with the id of a message, the same in each attempt, by which a receiver drops a repeat. */
export const WEBHOOK_DELIVERY_HEADER = 'vigia-delivery';

const EXAMPLE_ID = '0198a3c4-7d52-7aa1-8f10-0b6f1c2d3e4f';
const EXAMPLE = {
  name: 'Hoja de cálculo',
  url: 'https://hooks.example.com/vigia',
  topics: ['settled' as const],
  sends_log_head: false,
};

const CHOICES = {
  /** Topics of the notifications that it gets; none for one that gets only the heads of the log. */
  topics: z.array(z.enum(NOTIFICATION_TOPICS)).max(NOTIFICATION_TOPICS.length),
  /** Whether it gets the last signed head of the evidence log, once a day. */
  sends_log_head: z.boolean(),
};

/** Body of `POST /api/v1/notifications/webhooks` and of `PUT …/webhooks/{id}`. */
export const WebhookBody = z
  .strictObject({ name: storedTextSchema('line').min(1).max(60), url: z.url().max(2_048), ...CHOICES })
  .meta({ examples: [EXAMPLE] });
export type WebhookBody = z.infer<typeof WebhookBody>;

/** Why a webhook is disabled: it answered 410, or none of its messages was accepted for three days. */
export const WEBHOOK_DISABLED_REASONS = ['gone', 'silent'] as const;

/** An address of the user that gets their notifications as signed POST requests. */
export const WebhookView = z
  .object({
    id: z.uuid(),
    name: z.string(),
    url: z.string(),
    ...CHOICES,
    created_at: Instant,
    /** Time of the last message that it accepted. */
    sent_at: Instant.nullable(),
    /** Time of the last attempt that failed, if no later one succeeded. */
    failed_at: Instant.nullable(),
    /** A disabled webhook gets no messages. */
    disabled_at: Instant.nullable(),
    disabled_because: z.enum(WEBHOOK_DISABLED_REASONS).nullable(),
  })
  .meta({
    examples: [
      {
        id: EXAMPLE_ID,
        ...EXAMPLE,
        created_at: '2026-11-21T14:30:00.000Z',
        sent_at: '2026-11-21T14:35:00.000Z',
        failed_at: null,
        disabled_at: null,
        disabled_because: null,
      },
    ],
  });
export type WebhookView = z.infer<typeof WebhookView>;

/** A secret that signs the messages to a webhook. The server does not show it again. */
export const WebhookSecret = z.object({ secret: z.string() }).meta({ examples: [{ secret: 'whsec_oX0…' }] });
export type WebhookSecret = z.infer<typeof WebhookSecret>;

/** A new webhook with its secret. */
export const MadeWebhook = WebhookView.extend({ secret: z.string() });
export type MadeWebhook = z.infer<typeof MadeWebhook>;

/** Types of messages to a webhook. */
export const WEBHOOK_MESSAGE_TYPES = ['notifications', 'test', 'log_head'] as const;
export type WebhookMessageType = (typeof WEBHOOK_MESSAGE_TYPES)[number];

/** Reasons why an attempt got no response. */
export const WEBHOOK_FAILURES = [
  'url_not_allowed',
  'timeout',
  'name_unknown',
  'address_not_allowed',
  'unreachable',
  'certificate',
  'closed',
  'not_http',
] as const;
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];

/**
 * One attempt to deliver a message. `later`: another attempt follows. `refused`: the response was a redirect, or the
 * address is not allowed. `gone`: the response was 410.
 */
export const WebhookDelivery = z
  .object({
    id: z.number().int(),
    message_id: z.uuid(),
    type: z.enum(WEBHOOK_MESSAGE_TYPES),
    at: Instant,
    duration_ms: z.number().int().min(0),
    outcome: z.enum(['taken', 'later', 'refused', 'gone']),
    /** Status of the response; null without a response. */
    status: z.number().int().nullable(),
    /** Why there was no response; null with a response. */
    failure: z.enum(WEBHOOK_FAILURES).nullable(),
    /** First 200 characters of the response. */
    answer: z.string(),
  })
  .meta({
    examples: [
      {
        id: 4711,
        message_id: EXAMPLE_ID,
        type: 'notifications',
        at: '2026-11-21T14:35:00.000Z',
        duration_ms: 84,
        outcome: 'taken',
        status: 200,
        failure: null,
        answer: 'ok',
      },
    ],
  });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const MESSAGE = { id: z.uuid(), created_at: Instant };

/** Body of a request to a webhook. A receiver ignores types that it does not know. */
export const WebhookMessage = z.discriminatedUnion('type', [
  z.object({
    ...MESSAGE,
    type: z.literal('notifications'),
    /** The notifications, oldest first. */
    items: z.array(
      z.object({
        /** Id and kind of the notification, as `GET /api/v1/notifications` returns them. */
        id: z.number().int(),
        kind: z.string(),
        created_at: Instant,
        title: z.string(),
        text: z.string(),
        /** Page of the app about it. */
        url: z.string(),
        /** The other fields of the notification, as `GET /api/v1/notifications` returns them. */
        params: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
  z.object({ ...MESSAGE, type: z.literal('test'), text: z.string() }),
  /** `note`: the signed head as text. `key`: the public key that signs it. */
  z.object({ ...MESSAGE, type: z.literal('log_head'), note: z.string(), key: z.string() }),
]);
export type WebhookMessage = z.infer<typeof WebhookMessage>;
