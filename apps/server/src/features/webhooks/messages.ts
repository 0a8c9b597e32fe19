import type { WebhookMessage } from '@vigia/contract';
import type { OutgoingItem, OutgoingMessage } from '../notifications/index.ts';
import { WEBHOOK_WORDS as words } from './words.es.ts';

/**
 * Returns the body with the notifications of an outgoing message, or a test message if it has none. It is the same in
 * each attempt.
 * @param siteUrl origin of the app, without a slash at the end
 */
export function webhookMessageOf({ id, items }: OutgoingMessage, siteUrl: string, nowMs: number): WebhookMessage {
  const last = items.at(-1);
  if (last === undefined) return testMessage(id, nowMs);
  return {
    id,
    created_at: last.view.created_at,
    type: 'notifications',
    items: items.map((item) => itemOf(item, siteUrl)),
  };
}

function itemOf({ view, words: { title, text, path } }: OutgoingItem, siteUrl: string) {
  // A notification may be read between two attempts, and a repeat has the body of the first.
  const { id, kind, created_at, is_read: _isRead, ...params } = view;
  return { id, kind, created_at, title, text, url: `${siteUrl}${path}`, params };
}

export const testMessage = (id: string, nowMs: number): WebhookMessage => ({
  id,
  created_at: new Date(nowMs).toISOString(),
  type: 'test',
  text: words.test,
});
