import type { FastifyRequest } from 'fastify';
import { ApiError } from '#platform/http/api-error.ts';
import { bearerToken } from '#platform/http/authentication.ts';
import type { Auth } from '../auth.ts';

/**
 * Returns the hook that authenticates a request without `app.authenticate`, which refuses users who have not shown
 * their second factor yet. Unauthenticated requests get 401 before the body is validated.
 */
export const withoutSecondFactor =
  (auth: Pick<Auth, 'checkBearer'>) =>
  async (request: FastifyRequest): Promise<void> => {
    const token = bearerToken(request.headers.authorization);
    const checked = token === null ? null : await auth.checkBearer(token);
    if (!checked?.ok) throw new ApiError(checked?.error === 'expired' ? 'token_expired' : 'not_authenticated');
    request.principal = checked.value;
  };
