import { err, ok, type Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import { reauthenticationMail } from '../mails/proof-mails.ts';
import { TOKEN_LIFE_MS } from '../one-time-tokens/one-time-token.ts';
import { issueToken } from '../one-time-tokens/one-time-tokens.repository.ts';
import { findUserById, lockUser, recordMailSent } from '../users/users.repository.ts';

/**
 * Mails six digits to the caller's address. For an hour the digits are accepted as proof that the owner makes a
 * request.
 */
export async function requestNonce(
  context: AuthContext,
  { userId }: Principal,
  origin: Origin,
): Promise<Result<null, AuthRefusal>> {
  const { limits, db } = context;
  const email = (await findUserById(db.sql, userId))?.email;
  if (!email) {
    const message = 'Reauthentication requires the user to have an email or a phone number';
    return err(authRefusal('validation_failed', { message }));
  }
  const admitted = await limits.admit('mail', origin.ip);
  if (!admitted.ok) return admitted;
  const mailable = await limits.admitMail('other', email);
  if (!mailable.ok) return mailable;
  await mailNonce(context, userId, email);
  return ok(null);
}

async function mailNonce(context: AuthContext, userId: string, to: string): Promise<void> {
  const { db, clock, outbox, site } = context;
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const wish = { redirectTo: site.url(), challenge: null };
    const { digits } = await issueToken(context, tx, userId, 'reauthentication', wish);
    const now = new Date(clock.now());
    await recordMailSent(tx, userId, 'reauthentication', now);
    const expiresAt = new Date(now.getTime() + TOKEN_LIFE_MS);
    await outbox.enqueue(tx, { kind: 'reauthentication', mail: reauthenticationMail({ to, digits }), expiresAt });
  });
}
