import type { FastifyRequest } from 'fastify';
import { ApiError } from '#platform/http/api-error.ts';
import { bearerToken } from '#platform/http/authentication.ts';
import type { Auth } from '../auth.ts';

/**
 * Returns a hook that authenticates a request. Unlike `app.authenticate`, it accepts a session that has not shown its
 * second factor yet. An unauthenticated request gets 401 before its body is validated.
 */
export const authenticateWithoutSecondFactor =
  (auth: Pick<Auth, 'checkBearer'>) =>
  async (request: FastifyRequest): Promise<void> => {
    const token = bearerToken(request.headers.authorization);
    const checked = token === null ? null : await auth.checkBearer(token);
    if (!checked?.ok) throw new ApiError(checked?.error === 'expired' ? 'token_expired' : 'not_authenticated');
    request.principal = checked.value;
  };
