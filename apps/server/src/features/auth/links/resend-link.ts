import { assertNever, ok, type Result } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import type { AuthRefusal } from '../errors/auth-error.ts';
import { findTokenRequest } from '../one-time-tokens/one-time-tokens.repository.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { lockUserByEmail, lockUserByEmailChange } from '../users/users.repository.ts';
import { allowedRedirect } from './allowed-redirect.ts';
import { mailLink } from './mail-link.ts';
import type { MailRequest } from './request-recovery.ts';

export type ResendRequest = MailRequest & { readonly type: 'signup' | 'email_change' };

/**
 * Mails a new link for a pending request and invalidates the earlier link. Without a pending request the response is
 * the same and no mail is sent.
 */
export async function resendLink(
  context: AuthContext,
  { type, email, redirectTo, challenge }: ResendRequest,
  origin: Origin,
): Promise<Result<null, AuthRefusal>> {
  const { limits, db, ids, site } = context;
  const admitted = await limits.admit('mail', origin.ip);
  if (!admitted.ok) return admitted;
  const mailable = await limits.admitMail('other', email);
  if (!mailable.ok) return mailable;
  await db.transaction(async (tx) => {
    const user = await lockUserWithPendingRequest(tx, type, email);
    // The new token keeps the data of the first request, in particular its password.
    const before = await findTokenRequest(tx, user?.id ?? ids.next(), type);
    // Without an earlier token, the requested address belongs to another user. That user got no first mail, so they get
    // none now.
    const isDue = type === 'signup' || before !== null;
    const newEmail = type === 'email_change' ? (user?.newEmail ?? email) : null;
    const wish = { ...before, newEmail, redirectTo: allowedRedirect(site, redirectTo), challenge };
    const to = newEmail ?? email;
    // The request states the old address and the mail goes to the new one, so the mail limit of the new address applies
    // too.
    const isSpared = to !== email && !(await limits.admitMail('other', to)).ok;
    await mailLink(context, tx, { user: isDue && !isSpared ? user : null, kind: type, wish, to });
  });
  return ok(null);
}

/** Returns the user with a pending request of this type; null if there is none. */
async function lockUserWithPendingRequest(
  tx: Transaction,
  type: ResendRequest['type'],
  email: string,
): Promise<AuthUser | null> {
  switch (type) {
    case 'signup': {
      const user = await lockUserByEmail(tx, email);
      return user?.emailConfirmedAt === null ? user : null;
    }
    case 'email_change':
      return lockUserByEmailChange(tx, email);
    default:
      return assertNever(type);
  }
}
