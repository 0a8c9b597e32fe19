import type { Principal } from '#platform/http/principal.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { allowedRedirect } from '../links/allowed-redirect.ts';
import { mailLink } from '../links/mail-link.ts';
import { notifyOwner } from '../mails/notify-owner.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { isConfirmedAddress, recordRequestedEmail } from '../users/users.repository.ts';
import type { UserChange } from './user-change.ts';

export type EmailChange = {
  readonly user: AuthUser;
  readonly principal: Principal;
  readonly change: Pick<UserChange, 'redirectTo' | 'challenge'>;
  readonly origin: Origin;
  /** The new address. */
  readonly email: string;
  /** Hash of a password that becomes valid when the mailed link is followed; null if the password does not change. */
  readonly waiting: string | null;
};

/**
 * Mails a link to the new address. If the address belongs to another user, an anonymous user gets the same response,
 * and the owner of the address gets a notice. A refusal would reveal the account to any visitor.
 */
export async function requestEmailChange(
  context: AuthContext,
  tx: Transaction,
  { user, principal: { sessionId }, change, origin, email, waiting: passwordHash }: EmailChange,
): Promise<void> {
  const isTaken = await isConfirmedAddress(tx, email);
  const redirectTo = allowedRedirect(context.site, change.redirectTo);
  const wish = { newEmail: email, sessionId, passwordHash, redirectTo, challenge: change.challenge };
  await recordRequestedEmail(tx, user.id, email, new Date(context.clock.now()));
  await mailLink(context, tx, { user: isTaken ? null : user, kind: 'email_change', wish, to: email });
  await notifyOwner(context, tx, { to: email, isTaken });
  if (user.isAnonymous) return;
  const event = { userId: user.id, kind: 'email_change_requested', sessionId, ...origin } as const;
  await context.securityLog.append(tx, [event]);
}
