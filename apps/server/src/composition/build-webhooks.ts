import { randomBytes } from 'node:crypto';
import type { SecurityNotices } from '#features/accounts/index.ts';
import type { ReceiverPort } from '#features/notifications/index.ts';
import { createWebhookChannel, Webhooks, WebhookUpkeep } from '#features/webhooks/index.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import type { Features } from './features.ts';
import type { Foundation } from './foundation.ts';

const TIMEOUT_MS = 10_000;

type WebhookParts = Pick<Features, 'webhooks' | 'webhookUpkeep'> & { readonly channel: ReceiverPort };

/** Creates the webhooks of users, their channel of notifications, and their upkeep. */
export function buildWebhooks(
  base: Foundation,
  common: { readonly securityLog: SecurityLog; readonly notices: SecurityNotices },
): WebhookParts {
  const { db, clock, config, site } = base;
  const log = base.log.child({ feature: 'webhooks' });
  const deps = { ...base, ...common, log, allowPrivate: config.webhooksAllowPrivate, timeoutMs: TIMEOUT_MS };
  return {
    webhooks: new Webhooks({ ...deps, randomBytes, throttle: new SharedThrottle(db, clock) }),
    webhookUpkeep: new WebhookUpkeep(deps),
    channel: createWebhookChannel({ ...deps, siteUrl: () => site.url() }),
  };
}
