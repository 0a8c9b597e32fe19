import type { Result } from '@vigia/core/kernel';
import type { Mail } from './outbox.ts';

/**
 * Why a mail was not sent: with `later` a retry may succeed, with `never` it will not. `reason` is for logs and the
 * outbox and contains neither passwords nor the mail's text.
 */
export type MailFault = { readonly retry: 'later' | 'never'; readonly reason: string };

/** Passes a finished mail to the mail server, or to the local mailbox. */
export interface Mailer {
  /**
   * Sends a mail.
   * @param messageId id without angle brackets, equal for every attempt, so that a mail sent twice is recognised as one
   */
  send(mail: Mail, messageId: string): Promise<Result<void, MailFault>>;
  /** Whether the sealed text of a sent mail is kept for display; if not, it is erased. */
  readonly keepsMails: boolean;
  close(): void;
}
