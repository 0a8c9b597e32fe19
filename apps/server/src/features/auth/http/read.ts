import type { Result } from '@vigia/core/kernel';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { bearerToken } from '#platform/http/authentication.ts';
import type { Auth } from '../auth.ts';
import type { Origin } from '../auth-context.ts';
import { AuthError, type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import type { BearerFault, BearerUser } from '../sessions/check-bearer.ts';

/**
 * Validates input with a schema. A missing body counts as an empty object; the JSON value `null` does not.
 * @throws AuthError validation_failed, with the first invalid field in its message
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = safely(() => schema.safeParse(input === undefined ? {} : input));
  if (parsed?.success) return parsed.data;
  const issue = parsed?.error.issues[0];
  throw new AuthError(
    authRefusal('validation_failed', {
      message: issue ? [issue.path.join('.'), issue.message].filter(Boolean).join(': ') : 'nested too deeply',
    }),
  );
}

/**
 * Returns null if the validation overflows the stack, as with input nested thousands of levels deep. Such input is then
 * refused as invalid instead of causing an internal error.
 */
function safely<Value>(check: () => Value): Value | null {
  try {
    return check();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Returns the value of an outcome.
 * @throws AuthError if the outcome is a refusal
 */
export function valueOrAuthError<Value>(outcome: Result<Value, AuthRefusal>): Value {
  if (outcome.ok) return outcome.value;
  throw new AuthError(outcome.error);
}

export const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});

const BEARER_REFUSAL = {
  invalid: authRefusal('bad_jwt'),
  expired: authRefusal('bad_jwt', { message: 'invalid JWT: token is expired' }),
  session_ended: authRefusal('session_not_found'),
  banned: authRefusal('user_banned'),
} as const satisfies Record<BearerFault, AuthRefusal>;

/**
 * Authenticates the request and returns the user of its bearer token.
 * @throws AuthError if the token is missing or invalid
 */
export async function requirePrincipal(auth: Auth, request: FastifyRequest): Promise<BearerUser> {
  const token = bearerToken(request.headers.authorization);
  if (token === null) throw new AuthError(authRefusal('no_authorization'));
  const checked = await auth.checkBearer(token);
  if (!checked.ok) throw new AuthError(BEARER_REFUSAL[checked.error]);
  request.principal = checked.value;
  return checked.value;
}

/**
 * Creates the `onRequest` hook that authenticates the user on routes that need a re-authentication proof. It must run
 * before the check of the proof, which precedes the handler.
 */
export const authenticateBeforeProof = (auth: Auth) => async (request: FastifyRequest) => {
  request.principal = await requirePrincipal(auth, request);
};
