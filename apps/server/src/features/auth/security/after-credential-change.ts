import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { SecurityEvent } from '#platform/security-log/security-log.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { deleteTokens } from '../bot-tokens/bot-tokens.repository.ts';
import { cancelFactorReset } from '../factor-reset/cancel-factor-reset.ts';
import { deleteMailedTokens } from '../one-time-tokens/one-time-tokens.repository.ts';
import { deleteSessions } from '../sessions/sessions.repository.ts';
import { clearNewAddress, findUserById } from '../users/users.repository.ts';
import { announceSecurityChange } from './announce-security-change.ts';

export type CredentialChangeKind =
  | 'password_changed'
  | 'email_changed'
  | 'second_factor_added'
  | 'second_factor_removed';

export type CredentialChange = {
  readonly userId: string;
  readonly kind: CredentialChangeKind;
  /** The session that made the change. It stays open while all others end. Null ends all sessions. */
  readonly sessionId: string | null;
  readonly origin: Origin;
  /** The address of the account before the change; null if it had none. */
  readonly noticeTo: string | null;
  /** Id of the second factor that this change added. */
  readonly factorId?: string;
  /** True for the first password of an account, because it replaces no earlier password. */
  readonly isFirst?: boolean;
  /** `pause`: bot tokens are refused until the user resumes them. `revoke`: bot tokens are deleted. */
  readonly bots: 'pause' | 'revoke';
};

/**
 * Applies the consequences of a changed credential (password, address, second factor), in the transaction of the
 * change. Every other session ends, all mailed tokens become invalid, and bot tokens pause or end. A request to remove
 * a lost second factor is cancelled, the change is logged, and the owner is notified by mail.
 * @returns ids of ended sessions and of paused or ended bot tokens. The caller publishes them with
 * `publishEndedSessions` after the commit
 */
export async function afterCredentialChange(
  context: AuthContext,
  tx: Transaction,
  change: CredentialChange,
): Promise<readonly string[]> {
  const { userId, sessionId } = change;
  await announceToOwner(context, tx, change);
  const sessions = await deleteSessions(tx, { userId, scope: 'others', sessionId });
  const bots = await stopBots(tx, change, new Date(context.clock.now()));
  await deleteMailedTokens(tx, userId);
  await clearNewAddress(tx, userId);
  await context.securityLog.append(tx, eventsOf(change, sessions.length, bots.length));
  await cancelFactorReset(context, tx, userId, change.origin);
  return [...sessions, ...bots];
}

async function announceToOwner(
  context: AuthContext,
  tx: Transaction,
  { userId, kind, noticeTo, origin, factorId, isFirst = false }: CredentialChange,
): Promise<void> {
  const change = { userId, origin, noticeTo, isFirst, ...(factorId !== undefined && { factorId }) };
  if (kind !== 'email_changed') return announceSecurityChange(context, tx, { ...change, kind, details: {} });
  const newEmail = (await findUserById(tx, userId))?.email ?? '';
  const former = noticeTo === null ? {} : { formerAddress: noticeTo };
  return announceSecurityChange(context, tx, { ...change, ...former, kind, noticeTo: newEmail, details: { newEmail } });
}

function eventsOf({ userId, kind, sessionId, origin, bots: how }: CredentialChange, sessions: number, bots: number) {
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
    ...(bots > 0
      ? [event(how === 'pause' ? 'bot_tokens_paused' : 'bot_tokens_ended', { count: bots, reason: kind })]
      : []),
  ];
}

async function stopBots(sql: Sql, { userId, bots }: CredentialChange, now: Date): Promise<readonly string[]> {
  if (bots === 'revoke') return deleteTokens(sql, userId);
  const rows = await sql<{ id: string }[]>`
    UPDATE bot_tokens SET paused_at = ${now} WHERE user_id = ${userId} AND paused_at IS NULL RETURNING id`;
  return rows.map((row) => row.id);
}
