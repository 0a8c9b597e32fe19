import { ok, type Result } from '@vigia/core/kernel';
import type { AuthContext, Origin } from '../auth-context.ts';
import type { AuthRefusal } from '../errors/auth-error.ts';
import type { CodeChallenge } from '../one-time-tokens/one-time-token.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { lockUserByEmail, lockUserForChange } from '../users/users.repository.ts';
import { allowedRedirect } from './allowed-redirect.ts';
import { mailLink } from './mail-link.ts';

/** A request for a mail with a link. `email` is lower-case; `redirectTo` is not validated yet. */
export type MailRequest = {
  readonly email: string;
  readonly redirectTo: string | null;
  readonly challenge: CodeChallenge | null;
};

/**
 * Mails a link with which the owner of an address can choose a new password. For an unknown address the response is the
 * same and no mail is sent.
 */
export async function requestRecovery(
  context: AuthContext,
  { email, redirectTo, challenge }: MailRequest,
  origin: Origin,
): Promise<Result<null, AuthRefusal>> {
  const { limits, db, site } = context;
  const admitted = await limits.admit('mail', origin.ip);
  if (!admitted.ok) return admitted;
  const mailable = await limits.admitMail('other', email);
  if (!mailable.ok) return mailable;
  const wish = { redirectTo: allowedRedirect(site, redirectTo), challenge };
  const user = await db.transaction(async (tx) => {
    const owner = await lockUserByEmail(tx, email);
    await mailLink(context, tx, { user: owner, kind: 'recovery', wish, to: email });
    return owner;
  });
  if (user !== null) logRequest(context, user, origin);
  return ok(null);
}

/**
 * Logs the request in the background, after the response. Only a known address has a security log, so writing it
 * earlier would reveal through the response time that the account exists.
 */
function logRequest({ background, db, securityLog }: AuthContext, { id: userId }: AuthUser, origin: Origin): void {
  const { ip, userAgent } = origin;
  background.run('noting a request for recovery', () =>
    db.transaction(async (tx) => {
      await lockUserForChange(tx, userId);
      await securityLog.append(tx, [{ userId, kind: 'recovery_requested', sessionId: null, ip, userAgent }]);
    }),
  );
}
