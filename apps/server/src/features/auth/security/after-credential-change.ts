import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { SecurityEvent } from '#platform/security-log/security-log.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { dropTokens } from '../one-time-tokens/one-time-tokens.repository.ts';
import { deleteSessions } from '../sessions/sessions.repository.ts';
import { findUserById } from '../users/users.repository.ts';
import { mailNotice } from './mail-notice.ts';

export type CredentialChangeKind =
  | 'password_changed'
  | 'email_changed'
  | 'second_factor_added'
  | 'second_factor_removed';

export type CredentialChange = {
  readonly userId: string;
  readonly kind: CredentialChangeKind;
  /** The session of the change, which alone stays open; null: all sessions end. */
  readonly sessionId: string | null;
  readonly origin: Origin;
  /** The address to notify: for a change of address the old one; null if there was no address before. */
  readonly noticeTo: string | null;
};

/**
 * Applies the consequences of a changed credential (password, address, second factor), in the transaction of the
 * change: every other session ends, all mailed tokens become invalid, bot tokens pause until the user resumes them, the
 * change is logged and the user gets a notice.
 * @returns ids of ended sessions and paused bot tokens: publish them with `publishEnded` after the commit
 */
export async function afterCredentialChange(
  context: AuthContext,
  tx: Transaction,
  change: CredentialChange,
): Promise<readonly string[]> {
  const { userId, sessionId } = change;
  const sessions = await deleteSessions(tx, { userId, scope: 'others', sessionId });
  const bots = await pauseBotTokens(tx, userId, new Date(context.clock.now()));
  await dropTokens(tx, userId);
  await tx`UPDATE auth_users SET new_email = NULL WHERE id = ${userId}`;
  await context.securityLog.append(tx, eventsOf(change, sessions.length, bots.length));
  await notifyOwner(context, tx, change);
  return [...sessions, ...bots];
}

async function notifyOwner(
  context: AuthContext,
  tx: Transaction,
  { userId, kind, noticeTo, origin }: CredentialChange,
) {
  if (kind !== 'email_changed') return mailNotice(context, tx, { kind, noticeTo, origin, details: {} });
  const newEmail = (await findUserById(tx, userId))?.email ?? '';
  return mailNotice(context, tx, { kind, noticeTo, origin, details: { newEmail } });
}

function eventsOf({ userId, kind, sessionId, origin }: CredentialChange, sessions: number, bots: number) {
  const event = (what: SecurityEvent['kind'], detail: NonNullable<SecurityEvent['detail']>): SecurityEvent => ({
    userId,
    sessionId,
    kind: what,
    detail,
    ip: origin.ip,
    userAgent: origin.userAgent,
  });
  return [
    event(kind, {}),
    ...(sessions > 0 ? [event('session_ended', { count: sessions, reason: kind })] : []),
    ...(bots > 0 ? [event('bot_tokens_paused', { count: bots, reason: kind })] : []),
  ];
}

async function pauseBotTokens(sql: Sql, userId: string, now: Date): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    UPDATE bot_tokens SET paused_at = ${now} WHERE user_id = ${userId} AND paused_at IS NULL RETURNING id`;
  return rows.map((row) => row.id);
}
