import { type EpochMs, err, ok, type Result } from '@vigia/core/kernel';
import { createRemoteJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { TokenFault } from '../tokens/access-token.ts';
import { type HostedProject, HostedUnavailable } from './hosted-project.ts';

export type HostedClaims = {
  readonly userId: string;
  readonly sessionId: string;
  readonly aal: 'aal1' | 'aal2';
  readonly expiresMs: number;
};

const TOKEN_MAX_LENGTH = 8_192;

const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal('authenticated'),
  aal: z.enum(['aal1', 'aal2']).default('aal1'),
  exp: z.number(),
});

/** Checks access tokens of the hosted project with its published keys, or with its secret if one is configured. */
export type HostedTokens = { verify(token: string, nowMs: EpochMs): Promise<Result<HostedClaims, TokenFault>> };

export function createHostedTokens({ url, jwtSecret }: HostedProject): HostedTokens {
  const issuer = `${url}/auth/v1`;
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    cacheMaxAge: 600_000,
    cooldownDuration: 5_000,
    timeoutDuration: 5_000,
  });
  const secret = jwtSecret === null ? null : new TextEncoder().encode(jwtSecret);
  const check = (token: string, nowMs: EpochMs) => {
    const options = { issuer, audience: 'authenticated', requiredClaims: ['exp', 'sub'], currentDate: new Date(nowMs) };
    // A token with a symmetric signature is checked only with the secret; a token with an asymmetric signature only
    // with the published keys.
    return secret !== null && decodeProtectedHeader(token).alg === 'HS256'
      ? jwtVerify(token, secret, { ...options, algorithms: ['HS256'] })
      : jwtVerify(token, keys, { ...options, algorithms: ['ES256', 'RS256'] });
  };
  return {
    async verify(token, nowMs) {
      if (token.length > TOKEN_MAX_LENGTH) return err('invalid');
      try {
        return toClaims((await check(token, nowMs)).payload);
      } catch (error) {
        return toFault(error);
      }
    },
  };
}

function toClaims(payload: JWTPayload): Result<HostedClaims, TokenFault> {
  const claims = Claims.safeParse(payload);
  if (!claims.success) return err('invalid');
  const { sub, session_id, aal, exp } = claims.data;
  return ok({ userId: sub, sessionId: session_id, aal, expiresMs: exp * 1_000 });
}

/**
 * Converts an error of the check to the reason why the token is invalid. Throws HostedUnavailable if the keys could not
 * be read, because an outage does not make a token invalid.
 */
function toFault(error: unknown): Result<never, TokenFault> {
  if (error instanceof errors.JWTExpired) return err('expired');
  const isOutage = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
  if (isOutage || (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') || isNetworkFault(error)) {
    throw new HostedUnavailable('the keys of the hosted project cannot be read', { cause: error });
  }
  if (error instanceof errors.JOSEError || error instanceof TypeError) return err('invalid');
  throw error;
}

/** True if `fetch` failed: its TypeError has a cause. The TypeError of a malformed header has none. */
const isNetworkFault = (error: unknown): boolean => error instanceof TypeError && error.cause !== undefined;
