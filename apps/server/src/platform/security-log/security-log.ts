import type { Database, Sql, Transaction } from '#platform/persistence/database.ts';

/** Kinds of events in the security log. */
export const SECURITY_EVENTS = [
  'signed_up',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_ended',
  'refresh_token_reused',
  'email_confirmed',
  'account_completed',
  'recovery_requested',
  'password_changed',
  'email_change_requested',
  'email_changed',
  'second_factor_added',
  'second_factor_removed',
  'second_factor_passed',
  'second_factor_failed',
  'recovery_codes_made',
  'recovery_code_used',
  'bot_token_made',
  'bot_token_used',
  'bot_token_refused',
  'bot_token_ended',
  'bot_tokens_paused',
  'bot_tokens_ended',
  'bot_token_resumed',
  'webhook_made',
  'webhook_changed',
  'webhook_secret_made',
  'webhook_enabled',
  'webhook_removed',
  'automation_stopped',
  'automation_resumed',
  'automation_real_opened',
  'automation_real_closed',
  'broker_connected',
  'broker_login_replaced',
  'broker_refused',
  'broker_disconnected',
  'broker_forgotten',
  'signal_address_made',
  'signal_address_replaced',
  'signal_address_removed',
  'signal_address_served',
  'limits_changed',
  'account_chosen',
  // Earlier versions wrote this kind, when the account and the mode were two separate choices.
  'broker_account_chosen',
  'mode_changed',
  'declaration_made',
  'self_excluded',
  'data_exported',
  'backup_restored',
  'not_me',
  'factor_reset_started',
  'factor_reset_cancelled',
  'access_restored',
  'telegram_linked',
  'telegram_unlinked',
  'telegram_orders_on',
  'telegram_orders_off',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];

export type SecurityEvent = {
  readonly userId: string;
  readonly kind: SecurityEventKind;
  /** Id of the session or bot token that caused the entry; null if none did. */
  readonly sessionId: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** A few plain facts for the user. They never contain a secret. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
};

export type SecurityEntry = Required<SecurityEvent> & { readonly seq: number; readonly at: Date };

/** The append-only log of security events of an account. The entries of a user are linked by a keyed hash. */
export interface SecurityLog {
  /** Adds entries in the transaction of the caller, so that a rollback removes them. */
  append(tx: Transaction, events: readonly SecurityEvent[]): Promise<void>;
  /** Returns entries of a user, newest first. `before` is the `seq` of the last entry of the previous page. */
  read(
    sql: Sql,
    userId: string,
    page: { readonly limit: number; readonly before?: number },
  ): Promise<readonly SecurityEntry[]>;
  /**
   * Returns the users with an altered log and the first faulty entry of each. An empty list means that no log is
   * altered. It reads one snapshot, so that an entry written during the check does not count as an alteration.
   */
  verify(db: Database): Promise<readonly { readonly userId: string; readonly seq: number }[]>;
}
