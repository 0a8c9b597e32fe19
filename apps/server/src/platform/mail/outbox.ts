import type { Sql } from '#platform/persistence/database.ts';

/** A finished mail. Header values contain no line breaks; `html` contains only escaped values. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string; readonly html: string };

export type OutgoingMail = {
  /** Id of the mail and of its Message-ID; a new one if absent. */
  readonly id?: string;
  /** The mail's topic for metrics and logs, such as `signup`. */
  readonly kind: string;
  /**
   * The mail, or null if the address has no account. The work is the same in both cases, so that the response time
   * reveals nothing.
   */
  readonly mail: Mail | null;
  /** Time after which the mail is useless and is not sent any more. */
  readonly expiresAt: Date;
};

/**
 * Enqueues mails in the transaction of the caller. They are sent soon after its commit, even if the process crashes in
 * between.
 */
export interface Outbox {
  enqueue(sql: Sql, outgoing: OutgoingMail): Promise<void>;
}
