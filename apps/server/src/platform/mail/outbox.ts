import type { Sql } from '#platform/persistence/database.ts';

/** A finished mail. Header values carry no line breaks; `html` holds escaped values only. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type OutgoingMail = {
  /** What it is about, for figures and logs, such as `signup`. */
  readonly kind: string;
  /** null: there is nobody to write to, and the same work is done as if there were, so that time tells nothing. */
  readonly mail: Mail | null;
  /** After that it is of no use to anybody and is given up. */
  readonly expiresAt: Date;
};

/** Takes mails in; they leave soon after the caller's transaction has committed, also if the process dies before. */
export interface Outbox {
  enqueue(sql: Sql, outgoing: OutgoingMail): Promise<void>;
}
