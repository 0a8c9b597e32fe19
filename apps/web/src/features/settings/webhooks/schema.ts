import { NOTIFICATION_TOPICS } from '@vigia/contract';
import { z } from 'zod';
import { webhookMessages } from './messages.es.ts';

const words = webhookMessages.form;

/** Schema of the form of a webhook. The server decides which addresses are allowed. */
export const WebhookInput = z
  .object({
    name: z.string().trim().min(1, words.nameMissing).max(60, words.nameLong),
    url: z.url({ protocol: /^https?$/, error: words.urlWrong }),
    topics: z.array(z.enum(NOTIFICATION_TOPICS)),
    sends_log_head: z.boolean(),
  })
  .refine(({ topics, sends_log_head }) => topics.length > 0 || sends_log_head, {
    path: ['topics'],
    error: words.nothing,
  });
export type WebhookInput = z.input<typeof WebhookInput>;
