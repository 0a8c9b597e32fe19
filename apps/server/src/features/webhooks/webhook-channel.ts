import type { ReceiverPort } from '../notifications/index.ts';
import { webhookMessageOf } from './messages.ts';
import { sendToWebhook, type WebhookSenderDeps } from './webhook-sender.ts';

/** Returns the channel that delivers notifications to webhooks. */
export function createWebhookChannel(deps: WebhookSenderDeps & { readonly siteUrl: () => string }): ReceiverPort {
  return {
    async deliver(id, outgoing) {
      const message = webhookMessageOf(outgoing, deps.siteUrl(), deps.clock.now());
      return (await sendToWebhook(deps, id, message)).delivery;
    },
    // Every attempt has already stored its effect on the webhook, so that tests and heads of the log count too.
    recordResult: async () => undefined,
    forget: async () => undefined,
  };
}
