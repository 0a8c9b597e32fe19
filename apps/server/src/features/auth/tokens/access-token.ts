import { type EpochMs, err, ok, type Result } from '@vigia/core/kernel';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { AuthenticationMethod, AuthUser } from '../users/auth-user.ts';
import { appMetadata } from '../users/user-view.ts';
import type { SigningKeys } from './signing-keys.ts';

export const ACCESS_TOKEN_LIFE_S = 3_600;
const AUDIENCE = 'authenticated';
/**
 * Maximum length of an accepted token. It is longer than any token of this server, and short enough to parse cheaply.
 */
const TOKEN_MAX_LENGTH = 8_192;

/** The user and session that a token belongs to. */
export type TokenSession = {
  readonly id: string;
  readonly aal: 'aal1' | 'aal2';
  readonly amr: readonly AuthenticationMethod[];
};

export type AccessClaims = {
  readonly userId: string;
  readonly sessionId: string;
  readonly isAnonymous: boolean;
  readonly aal: 'aal1' | 'aal2';
};

export type TokenFault = 'invalid' | 'expired';

const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal('authenticated'),
  is_anonymous: z.boolean(),
  aal: z.enum(['aal1', 'aal2']),
});

/** Signs access tokens of {@link ACCESS_TOKEN_LIFE_S} seconds with ES256, and verifies them. */
export interface AccessTokens {
  sign(user: AuthUser, session: TokenSession, nowMs: EpochMs): Promise<{ token: string; expiresAtS: number }>;
  verify(token: string, nowMs: EpochMs): Promise<Result<AccessClaims, TokenFault>>;
}

export function createAccessTokens(keys: SigningKeys, issuer: () => string): AccessTokens {
  return {
    async sign(user, session, nowMs) {
      const { kid, privateKey } = await keys.current();
      const issuedAtS = Math.floor(nowMs / 1_000);
      const expiresAtS = issuedAtS + ACCESS_TOKEN_LIFE_S;
      const token = await new SignJWT(payloadOf(user, session))
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .setIssuer(issuer())
        .setSubject(user.id)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAtS)
        .setExpirationTime(expiresAtS)
        .sign(privateKey);
      return { token, expiresAtS };
    },
    verify: (token, nowMs) => verify(token, keys, issuer, nowMs),
  };
}

function payloadOf(user: AuthUser, session: TokenSession): JWTPayload {
  return {
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: appMetadata(user),
    user_metadata: user.metadata,
    role: AUDIENCE,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.isAnonymous,
  };
}

/**
 * Verifies a token: it must be signed with ES256 by the key of this server that `kid` names, have the audience of this
 * server, and not be expired. All other header fields are ignored.
 */
async function verify(
  token: string,
  keys: SigningKeys,
  issuer: () => string,
  nowMs: EpochMs,
): Promise<Result<AccessClaims, TokenFault>> {
  if (token.length > TOKEN_MAX_LENGTH) return err('invalid');
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keys.publicKey(kid), {
      algorithms: ['ES256'],
      issuer: issuer(),
      audience: AUDIENCE,
      requiredClaims: ['exp', 'iat', 'sub'],
      currentDate: new Date(nowMs),
    });
    const claims = Claims.safeParse(payload);
    if (!claims.success) return err('invalid');
    const { sub, session_id, is_anonymous, aal } = claims.data;
    return ok({ userId: sub, sessionId: session_id, isAnonymous: is_anonymous, aal });
  } catch (error) {
    if (error instanceof errors.JWTExpired) return err('expired');
    if (error instanceof errors.JOSEError) return err('invalid');
    throw error;
  }
}
