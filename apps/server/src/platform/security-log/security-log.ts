import type { Database, Sql, Transaction } from '#platform/persistence/database.ts';

/** What a person finds in the log of his account. */
export const SECURITY_EVENTS = [
  ...['signed_up', 'signed_in', 'sign_in_failed', 'signed_out', 'session_ended', 'refresh_token_reused'],
  ...['email_confirmed', 'account_completed', 'recovery_requested', 'password_changed'],
  ...['email_change_requested', 'email_changed'],
  ...['second_factor_added', 'second_factor_removed', 'second_factor_passed', 'second_factor_failed'],
  ...['recovery_codes_made', 'recovery_code_used'],
  ...[
    'bot_token_made',
    'bot_token_used',
    'bot_token_refused',
    'bot_token_ended',
    'bot_tokens_paused',
    'bot_token_resumed',
  ],
  ...['automation_stopped', 'automation_resumed'],
  ...['broker_connected', 'broker_refused', 'broker_disconnected', 'broker_forgotten', 'broker_account_chosen'],
  ...['limits_changed', 'mode_changed', 'declaration_made', 'self_excluded', 'data_exported'],
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];

export type SecurityEvent = {
  readonly userId: string;
  readonly kind: SecurityEventKind;
  /** The session or bot token it happened in, if any. */
  readonly sessionId: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** A few plain facts for the reader; never a secret. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
};

export type SecurityEntry = Required<SecurityEvent> & { readonly seq: number; readonly at: Date };

/** The append-only log of what matters for the safety of an account. Entries are chained per person under a keyed hash. */
export interface SecurityLog {
  /** Adds entries in the caller's transaction: what is undone was never logged. */
  append(tx: Transaction, events: readonly SecurityEvent[]): Promise<void>;
  /** Newest first; `before` is the `seq` of the last entry already seen. */
  read(
    sql: Sql,
    userId: string,
    page: { readonly limit: number; readonly before?: number },
  ): Promise<readonly SecurityEntry[]>;
  /**
   * People whose log was altered, with the first entry that does not fit; empty = everything as it was written. All is
   * read as of one moment, so that an entry written meanwhile is no alteration.
   */
  verify(sql: Database['sql']): Promise<readonly { readonly userId: string; readonly seq: number }[]>;
}
