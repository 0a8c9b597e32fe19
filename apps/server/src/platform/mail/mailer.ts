import type { Result } from '@vigia/core/kernel';
import type { Mail } from './outbox.ts';

/**
 * Why a mail did not go out: `later` may go well the next time, `never` will not.
 * `reason` is for logs and the outbox: it holds neither passwords nor the mail's text.
 */
export type MailFault = { readonly retry: 'later' | 'never'; readonly reason: string };

/** Hands a finished mail to whoever delivers it. */
export interface Mailer {
  /** @param messageId without angle brackets; the same for every try, so that a mail sent twice is recognised as one */
  send(mail: Mail, messageId: string): Promise<Result<void, MailFault>>;
  /** What becomes of a mail's sealed text afterwards: kept so that it can be shown, or blanked. */
  readonly keepsMails: boolean;
  close(): void;
}
