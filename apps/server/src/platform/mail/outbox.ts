import type { Sql } from '#platform/persistence/database.ts';

/** A finished mail. Header values contain no line breaks; `html` contains only escaped values. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string; readonly html: string };

export type OutgoingMail = {
  /** The mail's topic for metrics and logs, such as `signup`. */
  readonly kind: string;
  /**
   * The mail; null if the address has no account. The work is equal in both cases, so that the response time reveals
   * nothing.
   */
  readonly mail: Mail | null;
  /** Time after which the mail is useless and is given up. */
  readonly expiresAt: Date;
};

/**
 * Enqueues mails in the caller's transaction. They are sent soon after its commit, even if the process crashes
 * meanwhile.
 */
export interface Outbox {
  enqueue(sql: Sql, outgoing: OutgoingMail): Promise<void>;
}
