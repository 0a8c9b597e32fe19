import { assertNever, ok, type Result } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import type { AuthRefusal } from '../errors/auth-error.ts';
import { findWish } from '../one-time-tokens/one-time-tokens.repository.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { lockUserByEmail, lockUserByEmailChange } from '../users/users.repository.ts';
import { allowedRedirect } from './allowed-redirect.ts';
import { mailALink } from './mail-a-link.ts';
import type { MailRequest } from './request-recovery.ts';

export type Resend = MailRequest & { readonly type: 'signup' | 'email_change' };

/**
 * Mails a new link for what was asked for before, and makes the old one worthless. An address that waits for nothing
 * gets the same answer and no mail.
 */
export async function resendLink(
  context: AuthContext,
  { type, email, redirectTo, challenge }: Resend,
  origin: Origin,
): Promise<Result<null, AuthRefusal>> {
  const { limits, db, ids, site } = context;
  const admitted = limits.admit('mail', origin.ip);
  if (!admitted.ok) return admitted;
  const mailable = limits.admitMail('other', email);
  if (!mailable.ok) return mailable;
  await db.transaction(async (tx) => {
    const user = await waitingFor(tx, type, email);
    // The wish stays that of the first mail, above all its password.
    const before = await findWish(tx, user?.id ?? ids.next(), type);
    // A new address that was mailed nothing has an owner already, who is not to be bothered again either.
    const isDue = type === 'signup' || before !== null;
    const newEmail = type === 'email_change' ? (user?.newEmail ?? email) : null;
    const wish = { ...before, newEmail, redirectTo: allowedRedirect(site, redirectTo), challenge };
    const to = newEmail ?? email;
    // Asked for by the address so far, the mail goes to the new one, whose owner is to be spared as well.
    const isSpared = to !== email && !limits.admitMail('other', to).ok;
    await mailALink(context, tx, { user: isDue && !isSpared ? user : null, kind: type, wish, to });
  });
  return ok(null);
}

/** Whose mail of this kind can still do something; null for everybody else. */
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
