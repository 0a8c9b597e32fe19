import { assertNever } from '@vigia/core/kernel';
import type { Mail } from '#platform/mail/outbox.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthDeps } from '../auth-context.ts';
import {
  completeAccountMail,
  confirmAddressMail,
  confirmNewAddressMail,
  type ProofValues,
  reauthenticationMail,
  recoveryMail,
} from '../mails/proof-mails.ts';
import { TOKEN_LIFE_MS, type TokenKind, type TokenRequest } from '../one-time-tokens/one-time-token.ts';
import { issueToken } from '../one-time-tokens/one-time-tokens.repository.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { recordMailSent } from '../users/users.repository.ts';

export type LinkRequest = {
  /**
   * User who gets the mail; null if no mail must be sent. The work is the same in both cases, so the response time does
   * not reveal which one applies.
   */
  readonly user: Pick<AuthUser, 'id' | 'isAnonymous'> | null;
  readonly kind: TokenKind;
  readonly wish: TokenRequest;
  /** Lower-case address that the mail is sent to. */
  readonly to: string;
};

/**
 * Creates a one-time token for a user and mails it, as a link and as six digits. The new token replaces the user's
 * earlier token of this kind. The caller has locked the user's row in this transaction.
 * @returns the time of the request, for `confirmation_sent_at` and similar fields
 */
export async function mailLink(
  context: AuthDeps,
  tx: Transaction,
  { user, kind, wish, to }: LinkRequest,
): Promise<Date> {
  const { clock, ids, outbox, site } = context;
  const now = new Date(clock.now());
  const userId = user?.id ?? ids.next();
  const { token, digits } = await issueToken(context, tx, userId, kind, wish);
  await recordMailSent(tx, userId, kind, now);
  const mail = linkMail(kind, user?.isAnonymous ?? false, {
    to,
    digits,
    link: linkTo(site.url(), token, kind, wish.redirectTo),
  });
  const expiresAt = new Date(now.getTime() + TOKEN_LIFE_MS);
  await outbox.enqueue(tx, { kind, mail: user && mail, expiresAt });
  return now;
}

function linkTo(base: string, token: string, type: TokenKind, redirectTo: string): string {
  const link = new URL('/auth/v1/verify', base);
  link.search = String(new URLSearchParams({ token, type, redirect_to: redirectTo }));
  return link.href;
}

/**
 * Returns the mail for a one-time token of this kind. For an anonymous user who adds an address, the mail is about
 * completing the account.
 */
function linkMail(kind: TokenKind, isAnonymous: boolean, values: ProofValues): Mail {
  switch (kind) {
    case 'signup':
      return confirmAddressMail(values);
    case 'recovery':
      return recoveryMail(values);
    case 'email_change':
      return isAnonymous ? completeAccountMail(values) : confirmNewAddressMail(values);
    case 'reauthentication':
      return reauthenticationMail(values);
    default:
      return assertNever(kind);
  }
}
