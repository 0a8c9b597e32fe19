import type { Sql } from '#platform/persistence/database.ts';

/** A finished mail. Header values carry no line breaks; `html` holds escaped values only. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string; readonly html: string };

export type OutgoingMail = {
  /** The mail's topic for metrics and logs, such as `signup`. */
  readonly kind: string;
  /** null: the address has no account. The same work is done, so that the response time does not reveal it. */
  readonly mail: Mail | null;
  /** Afterwards the mail is useless and is given up. */
  readonly expiresAt: Date;
};

/**
 * Enqueues mails in the caller's transaction. They are sent soon after its commit, also if the process dies meanwhile.
 */
export interface Outbox {
  enqueue(sql: Sql, outgoing: OutgoingMail): Promise<void>;
}
