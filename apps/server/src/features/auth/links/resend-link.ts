import { assertNever, ok, type Result } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import type { AuthRefusal } from '../errors/auth-error.ts';
import { findTokenRequest } from '../one-time-tokens/one-time-tokens.repository.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { lockUserByEmail, lockUserByEmailChange } from '../users/users.repository.ts';
import { allowedRedirect } from './allowed-redirect.ts';
import { mailALink } from './mail-a-link.ts';
import type { MailRequest } from './request-recovery.ts';

export type Resend = MailRequest & { readonly type: 'signup' | 'email_change' };

/**
 * Mails a new link for an earlier request and invalidates the old one. For an address without a request the response is
 * the same, and no mail is sent.
 */
export async function resendLink(
  context: AuthContext,
  { type, email, redirectTo, challenge }: Resend,
  origin: Origin,
): Promise<Result<null, AuthRefusal>> {
  const { limits, db, ids, site } = context;
  const admitted = await limits.admit('mail', origin.ip);
  if (!admitted.ok) return admitted;
  const mailable = await limits.admitMail('other', email);
  if (!mailable.ok) return mailable;
  await db.transaction(async (tx) => {
    const user = await waitingFor(tx, type, email);
    // The new token keeps the request of the first mail, most of all its password.
    const before = await findTokenRequest(tx, user?.id ?? ids.next(), type);
    // A new address that got no first mail belongs to another user. That user gets no mail now either.
    const isDue = type === 'signup' || before !== null;
    const newEmail = type === 'email_change' ? (user?.newEmail ?? email) : null;
    const wish = { ...before, newEmail, redirectTo: allowedRedirect(site, redirectTo), challenge };
    const to = newEmail ?? email;
    // The old address requests the mail, but it goes to the new one, whose owner must not be flooded either.
    const isSpared = to !== email && !(await limits.admitMail('other', to)).ok;
    await mailALink(context, tx, { user: isDue && !isSpared ? user : null, kind: type, wish, to });
  });
  return ok(null);
}

/** Returns the user who still needs a mail of this kind; null if there is none. */
async function waitingFor(tx: Transaction, type: Resend['type'], email: string): Promise<AuthUser | null> {
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
