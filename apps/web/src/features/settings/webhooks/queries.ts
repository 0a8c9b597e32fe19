import {
  MadeWebhook,
  type WebhookView as Webhook,
  type WebhookBody,
  WebhookDelivery,
  WebhookSecret,
  WebhookView,
} from '@vigia/contract';
import { z } from 'zod';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';

const PATH = '/api/v1/notifications/webhooks';
const onePath = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

export const webhooksQuery = apiQuery(PATH, z.array(WebhookView));
export const deliveriesQuery = (id: string) => apiQuery(`${onePath(id)}/deliveries`, z.array(WebhookDelivery));

/**
 * Creates a webhook. Only this response contains its secret.
 * @throws ApiFailure
 */
export const makeWebhook = (api: ApiClient, body: WebhookBody): Promise<MadeWebhook> =>
  api.post(PATH, { schema: MadeWebhook, body });

/** Changes a webhook. @throws ApiFailure */
export const changeWebhook = (api: ApiClient, id: string, body: WebhookBody): Promise<Webhook> =>
  api.put(onePath(id), { schema: WebhookView, body });

/** Deletes a webhook. @throws ApiFailure */
export const removeWebhook = (api: ApiClient, id: string): Promise<unknown> =>
  api.delete(onePath(id), { schema: z.unknown() });

/**
 * Replaces the secret of a webhook. Only this response contains the new one.
 * @throws ApiFailure
 */
export const rotateSecret = (api: ApiClient, id: string): Promise<WebhookSecret> =>
  api.post(`${onePath(id)}/secret`, { schema: WebhookSecret });

/** Enables a disabled webhook. @throws ApiFailure */
export const enableWebhook = (api: ApiClient, id: string): Promise<Webhook> =>
  api.post(`${onePath(id)}/enable`, { schema: WebhookView });

/** Sends a test message, and returns what became of it. @throws ApiFailure */
export const sendTestWebhook = (api: ApiClient, id: string): Promise<WebhookDelivery> =>
  api.post(`${onePath(id)}/tests`, { schema: WebhookDelivery });
