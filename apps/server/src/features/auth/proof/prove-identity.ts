import type { ProofKind } from '@vigia/contract';
import { assertNever, err, ok, type Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import { hasVerifiedFactor } from '../factors/factors.repository.ts';
import type { SecondFactorLimiter } from '../factors/second-factor-limiter.ts';
import { checkPassword, consumeNonce } from '../user-changes/prove-ownership.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { findUserById } from '../users/users.repository.ts';
import { checkCode } from './check-code.ts';

/**
 * Evidence that the user makes a request, not merely a client with the user's session: password, mailed digits or code.
 */
export type IdentityEvidence = { readonly [Kind in ProofKind]?: string | undefined };

/** The service behind the proof routes: this server or a hosted project. */
export interface IdentityProofs {
  /**
   * Returns the kind of evidence that this user must show.
   * @param accessToken the access token of the request
   */
  asks(principal: Principal, accessToken: string): Promise<Result<ProofKind, AuthRefusal>>;
  /** Checks the evidence. Wrong attempts count towards the limits of the sign-in. */
  prove(principal: Principal, shown: IdentityEvidence, request: ProofRequest): Promise<Result<null, AuthRefusal>>;
}
export type ProofRequest = { readonly accessToken: string; readonly origin: Origin };

export function createIdentityProofs(context: AuthContext, tries: SecondFactorLimiter): IdentityProofs {
  const findOwner = async ({ userId }: Principal): Promise<Result<Owner, AuthRefusal>> => {
    const user = await findUserById(context.db.sql, userId);
    if (user === null) return err(authRefusal('session_not_found'));
    if (user.isAnonymous) return err(authRefusal('no_authorization'));
    return ok({ user, asks: await kindFor(context, user) });
  };
  return {
    async asks(principal) {
      const owner = await findOwner(principal);
      return owner.ok ? ok(owner.value.asks) : owner;
    },
    async prove(principal, shown, { origin }) {
      const owner = await findOwner(principal);
      if (!owner.ok) return owner;
      const { user, asks } = owner.value;
      const value = shown[asks];
      if (value === undefined) return err(missingProofRefusal(asks));
      switch (asks) {
        case 'code':
          return checkCode(context, tries, { user, sessionId: principal.sessionId, origin }, value);
        case 'password':
          return checkPassword(context, { user, origin }, value);
        case 'mailed_digits':
          return consumeNonce(context, user.id, value);
        default:
          return assertNever(asks);
      }
    },
  };
}

type Owner = { readonly user: AuthUser; readonly asks: ProofKind };

/**
 * Returns the kind of evidence that a user must show. A user with a second factor must show a code, because an intruder
 * with the session may know the password.
 */
async function kindFor({ db }: AuthContext, { id, passwordHash }: AuthUser): Promise<ProofKind> {
  if (await hasVerifiedFactor(db.sql, id)) return 'code';
  return passwordHash === null ? 'mailed_digits' : 'password';
}

/** Returns the refusal of a request that lacks the required kind of evidence. Its message is the name of that kind. */
export const missingProofRefusal = (kind: ProofKind): AuthRefusal =>
  authRefusal('validation_failed', { message: kind });
