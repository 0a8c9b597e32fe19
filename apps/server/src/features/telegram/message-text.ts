import type { OutgoingMessage } from '../notifications/index.ts';
import { escapeHtml, joinLines } from './html.ts';
import { BOT_WORDS as words } from './words.es.ts';

/** Notifications that one message shows. */
const ITEMS_MOST = 20;

/**
 * Returns the HTML of a message about one or many notifications.
 * @param siteUrl public address of the app without a slash at the end; null if it has none, and the text no link
 */
export function messageText({ summary, items }: OutgoingMessage, siteUrl: string | null): string {
  const title = `<b>${escapeHtml(summary.title)}</b>`;
  const link = siteUrl === null ? [] : [`<a href="${escapeHtml(siteUrl + summary.path)}">${words.openInApp}</a>`];
  if (items.length <= 1) return joinLines([title, escapeHtml(summary.text), ...link], words.more);
  const shown = items.slice(0, ITEMS_MOST).map(({ words: { title: head, text } }) => escapeHtml(`${head}. ${text}`));
  const left = items.length - shown.length;
  return joinLines([title, ...shown, ...(left > 0 ? [words.more(left)] : []), ...link], words.more);
}
