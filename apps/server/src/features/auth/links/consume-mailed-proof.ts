import { assertNever, err, invariant, ok, type Result } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import type { SecurityEvent } from '#platform/security-log/security-log.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import type { ConsumedToken } from '../one-time-tokens/one-time-token.ts';
import {
  consumeDigits,
  consumeToken,
  deleteMailedTokens,
  findTokenOwner,
} from '../one-time-tokens/one-time-tokens.repository.ts';
import { afterCredentialChange } from '../security/after-credential-change.ts';
import { type AuthUser, isBanned } from '../users/auth-user.ts';
import { writeUnlessAddressTaken } from '../users/unless-taken.ts';
import {
  type ConfirmedAddress,
  confirmUserAddress,
  isTakenByAnother,
  lockUser,
  lockUserByEmail,
  lockUserByEmailChange,
} from '../users/users.repository.ts';
import type { LinkType } from './link-type.ts';

/** Evidence that a user has read a mail: the token in its link, or the address with the six digits. */
export type MailedProof =
  | { readonly type: LinkType; readonly token: string }
  | { readonly type: LinkType; readonly email: string; readonly digits: string };

export type ConsumedLink = {
  readonly user: AuthUser;
  readonly spent: ConsumedToken;
  /** Ids of ended sessions. The caller publishes them with `publishEndedSessions` after the commit. */
  readonly ended: readonly string[];
};

/**
 * Consumes a mailed token or its digits and applies the request of that mail. The caller commits the transaction even
 * after a refusal, because a wrong attempt must count and a refused token stays consumed.
 */
export async function consumeMailedProof(
  context: AuthContext,
  tx: Transaction,
  proof: MailedProof,
  origin: Origin,
): Promise<Result<ConsumedLink, AuthRefusal>> {
  const user = await lockProofOwner(tx, proof);
  const spent = await consume(context, tx, proof, user);
  if (user === null || spent === null) return err(authRefusal('otp_expired'));
  if (isBanned(user, context.clock.now())) return err(authRefusal('user_banned'));
  switch (proof.type) {
    case 'signup':
      return user.emailConfirmedAt === null
        ? confirm(context, tx, { user, spent, origin })
        : err(authRefusal('otp_expired'));
    case 'recovery':
      return user.emailConfirmedAt === null
        ? confirm(context, tx, { user, spent, origin })
        : ok({ user, spent, ended: [] });
    case 'email_change':
      return changeAddress(context, tx, { user, spent, origin });
    default:
      return assertNever(proof.type);
  }
}

/**
 * Locks the owner of a token before the token, as all transactions do, so concurrent requests wait for each other and
 * never deadlock.
 */
async function lockProofOwner(tx: Transaction, proof: MailedProof): Promise<AuthUser | null> {
  if ('token' in proof) {
    const owner = await findTokenOwner(tx, proof.type, proof.token);
    return owner === null ? null : lockUser(tx, owner);
  }
  return proof.type === 'email_change' ? lockUserByEmailChange(tx, proof.email) : lockUserByEmail(tx, proof.email);
}

/**
 * Consumes the token or the digits. The work is the same for an unknown address, so the response time reveals nothing.
 */
function consume(
  context: AuthContext,
  tx: Transaction,
  proof: MailedProof,
  user: AuthUser | null,
): Promise<ConsumedToken | null> {
  if ('token' in proof) return consumeToken(context, tx, proof.type, proof.token);
  return consumeDigits(context, tx, user?.id ?? context.ids.next(), proof.type, proof.digits);
}

type Shown = { readonly user: AuthUser; readonly spent: ConsumedToken; readonly origin: Origin };

/**
 * Confirms the address, because the user has read a mail sent to it. The password of the account then becomes the
 * password in the request that caused this mail.
 */
async function confirm(
  context: AuthContext,
  tx: Transaction,
  shown: Shown,
): Promise<Result<ConsumedLink, AuthRefusal>> {
  const { user, spent } = shown;
  invariant(user.email !== null, 'only an address can be confirmed');
  const { passwordHash, metadata } = spent;
  const proven = await storeConfirmedAddress(context, tx, shown, { email: user.email, passwordHash, metadata });
  // All tokens of the user are deleted. This also cancels sign-ups with other passwords that other clients requested
  // for the same address.
  await deleteMailedTokens(tx, user.id);
  return ok({ user: proven, spent, ended: [] });
}

async function changeAddress(
  context: AuthContext,
  tx: Transaction,
  shown: Shown,
): Promise<Result<ConsumedLink, AuthRefusal>> {
  const { user, spent, origin } = shown;
  const { newEmail: email, passwordHash, sessionId } = spent;
  invariant(email !== null, 'a change of address names the new one');
  if (await isTakenByAnother(tx, email, user.id)) return err(authRefusal('email_exists'));
  const brought = user.isAnonymous ? { passwordHash, metadata: user.metadata } : { passwordHash: null, metadata: null };
  const proven = await writeUnlessAddressTaken(tx, (inner) =>
    storeConfirmedAddress(context, inner, shown, { email, ...brought }),
  );
  if (proven === null) return err(authRefusal('email_exists'));
  if (user.isAnonymous) {
    await deleteMailedTokens(tx, user.id);
    return ok({ user: proven, spent, ended: [] });
  }
  const change = {
    userId: user.id,
    kind: 'email_changed',
    sessionId,
    origin,
    noticeTo: user.email,
    bots: 'pause',
  } as const;
  return ok({ user: proven, spent, ended: await afterCredentialChange(context, tx, change) });
}

/** Writes the confirmed address to auth_users and the profile, and the details of a new user to the profile. */
async function storeConfirmedAddress(
  { clock, accounts, securityLog }: AuthContext,
  tx: Transaction,
  { user, origin }: Shown,
  address: Omit<ConfirmedAddress, 'now'>,
): Promise<AuthUser> {
  const nowMs = clock.now();
  const proven = await confirmUserAddress(tx, user.id, { ...address, now: new Date(nowMs) });
  await accounts.adoptAddress(tx, user.id, address.email, nowMs);
  if (address.metadata !== null) {
    const how = user.isAnonymous ? 'fill' : 'replace';
    await accounts.introduce(tx, user.id, { how, metadata: address.metadata, nowMs });
  }
  const event = (kind: SecurityEvent['kind']): SecurityEvent => ({
    userId: user.id,
    kind,
    sessionId: null,
    ip: origin.ip,
    userAgent: origin.userAgent,
  });
  await securityLog.append(tx, [event(user.isAnonymous ? 'account_completed' : 'email_confirmed')]);
  return proven;
}
