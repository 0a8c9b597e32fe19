import type { Result } from '@vigia/core/kernel';
import type { Mail } from './outbox.ts';

/**
 * The reason why a mail was not sent. With `later` a retry may succeed; with `never` it cannot. `reason` is for logs
 * and the outbox, and contains neither passwords nor the text of the mail.
 */
export type MailFault = { readonly retry: 'later' | 'never'; readonly reason: string };

/** Passes a finished mail to the mail server, or to the local mailbox. */
export interface Mailer {
  /**
   * Sends a mail.
   * @param messageId id without angle brackets, the same for every attempt, so that a mail sent twice is recognised as
   * one
   */
  send(mail: Mail, messageId: string): Promise<Result<void, MailFault>>;
  /** True if the encrypted text of a sent mail is kept for display; false if it is erased. */
  readonly keepsMails: boolean;
  close(): void;
}
