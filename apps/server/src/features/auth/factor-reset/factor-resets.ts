import type { FactorReset } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import { hasVerifiedFactor } from '../factors/factors.repository.ts';
import { announceSecurityChange } from '../security/announce-security-change.ts';
import { findAuthenticationMethods } from '../sessions/sessions.repository.ts';
import { recoveredAtMs } from '../user-changes/prove-ownership.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { lockUser } from '../users/users.repository.ts';
import { type FactorResetRow, findFactorReset, insertFactorReset } from './factor-resets.repository.ts';
import { finishFactorReset } from './finish-factor-reset.ts';

type Outcome<Value> = Promise<Result<Value, AuthRefusal>>;

/**
 * Removal of a second factor that the owner has lost. The owner makes a request in a session opened by a recovery link.
 * For a day, a use of the factor or the link 'No fui yo' cancels the request. After that the owner finishes it with
 * another recovery link (docs/decisions/0035).
 */
export interface FactorResets {
  /** Returns the state of the request, in a session that a recovery link opened. */
  state(principal: Principal): Outcome<FactorReset>;
  /**
   * Makes the request, which starts the wait, and notifies the owner by mail. If a request exists already, it stays
   * unchanged.
   */
  start(principal: Principal, origin: Origin): Outcome<FactorReset>;
  /** Removes all factors and sets a password. Ends every session, including the caller's. */
  finish(principal: Principal, password: string, origin: Origin): Outcome<null>;
}

export function createFactorResets(context: AuthContext): FactorResets {
  return {
    state: (principal) => readState(context, principal),
    start: (principal, origin) => startReset(context, principal, origin),
    finish: (principal, password, origin) => finishFactorReset(context, principal, password, origin),
  };
}

async function readState(context: AuthContext, { userId, sessionId }: Principal): Outcome<FactorReset> {
  const recoveredMs = await recoveredAtMs(context, sessionId);
  if (recoveredMs === null) return err(authRefusal('reauthentication_needed'));
  const row = await findFactorReset(context.db.sql, userId, context.clock.now());
  return ok(row === null ? { state: 'none' } : toView(row, recoveredMs, context.clock.now()));
}

function toView({ ready_at: readyAt, expires_at: endsAt }: FactorResetRow, recoveredMs: number, nowMs: number) {
  if (readyAt.getTime() > nowMs) return { state: 'waiting', ready_at: readyAt.toISOString() } as const;
  const needsNewLink = recoveredMs < readyAt.getTime();
  return { state: 'ready', ends_at: endsAt.toISOString(), needs_new_link: needsNewLink } as const;
}

async function startReset(
  context: AuthContext,
  { userId, sessionId }: Principal,
  origin: Origin,
): Outcome<FactorReset> {
  const admitted = await context.limits.admit('userChange', origin.ip);
  if (!admitted.ok) return admitted;
  const recoveredMs = await recoveredAtMs(context, sessionId);
  if (recoveredMs === null) return err(authRefusal('reauthentication_needed'));
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    // The session may have ended since the check of its token, for example by a link 'No fui yo'.
    if (user === null || (await findAuthenticationMethods(tx, sessionId)) === null)
      return err(authRefusal('session_not_found'));
    if (!(await hasVerifiedFactor(tx, userId))) return err(authRefusal('mfa_factor_not_found'));
    const nowMs = context.clock.now();
    const running = await findFactorReset(tx, userId, nowMs);
    const row = running ?? (await insertAnnounced(context, tx, user, origin));
    return ok(toView(row, recoveredMs, nowMs));
  });
}

async function insertAnnounced(
  context: AuthContext,
  tx: Transaction,
  { id: userId, email: noticeTo }: AuthUser,
  origin: Origin,
): Promise<FactorResetRow> {
  const row = await insertFactorReset(tx, userId, context.clock.now());
  const change = { userId, kind: 'factor_reset_started', noticeTo, origin } as const;
  await announceSecurityChange(context, tx, { ...change, details: { readyAt: row.ready_at } });
  await context.securityLog.append(tx, [{ userId, kind: 'factor_reset_started', sessionId: null, ...origin }]);
  return row;
}
