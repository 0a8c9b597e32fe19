/** Webhooks: addresses of users that get their notifications as signed requests. */
export { WEBHOOK_SECTIONS } from './export-sections.ts';
export { createWebhookChannel } from './webhook-channel.ts';
export { WebhookUpkeep } from './webhook-upkeep.ts';
export { registerWebhookRoutes } from './webhooks.routes.ts';
export { Webhooks } from './webhooks.ts';
