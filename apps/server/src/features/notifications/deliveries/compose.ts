import type { PushMessage } from '@vigia/contract';
import { composeMail, type MailBlock } from '#platform/mail/layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { DELIVERY_WORDS as words } from './words.es.ts';

/** Titles of notifications that the summary of many of them shows. */
const SUMMARY_LINES = 3;
const MAIL_LINES = 30;

/** Returns the text of a message about one or many notifications. @param messageId the same in every attempt */
export function summarizeNotifications(messages: readonly PushMessage[], messageId: string): PushMessage {
  const [first] = messages;
  if (first === undefined) {
    return { title: words.test, text: words.testText, tag: `test ${messageId}`, path: '/settings#avisos' };
  }
  if (messages.length === 1) return first;
  const lines = linesOf(messages, SUMMARY_LINES, ({ title }) => title);
  return { title: words.many(messages.length), text: lines.join('\n'), tag: `many ${messageId}`, path: first.path };
}

/** The recipient of a mail, and the address of the app without a slash at the end. */
type MailTo = { readonly to: string; readonly siteUrl: string; readonly isDaily: boolean };

/** Returns the mail of one or many notifications. There must be at least one. */
export function composeNewsMail(messages: readonly PushMessage[], { to, siteUrl, isDaily }: MailTo): Mail {
  const [first] = messages;
  const isOne = messages.length === 1 && !isDaily;
  const heading = isDaily ? words.digest(messages.length) : isOne ? (first?.title ?? '') : words.many(messages.length);
  const lines = isOne ? [first?.text ?? ''] : linesOf(messages, MAIL_LINES, ({ title, text }) => `${title}. ${text}`);
  const blocks: MailBlock[] = [
    ...lines.map((text): MailBlock => ({ kind: 'text', text })),
    { kind: 'button', label: words.open, link: `${siteUrl}${isOne ? first?.path : '/dashboard'}` },
    { kind: 'link', lead: words.settings, link: `${siteUrl}/settings#avisos` },
  ];
  return composeMail({ to, subject: heading, preview: lines[0] ?? '', heading, blocks });
}

function linesOf(messages: readonly PushMessage[], most: number, line: (message: PushMessage) => string): string[] {
  const shown = messages.slice(0, most).map(line);
  const left = messages.length - shown.length;
  return left > 0 ? [...shown, words.more(left)] : shown;
}
