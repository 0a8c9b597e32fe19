import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import type { App } from './app-type.ts';
import { principalOf } from './authentication.ts';
import { isUnexpectedError } from './error-handling.ts';

/** Returns true if this user had an account that no longer exists. */
export type IsDeleted = (userId: string) => Promise<boolean>;

/**
 * Answers 401 if a handler fails because the account of its user was deleted after the token was checked. Such a
 * failure is not a fault of the server. Only a failed request queries the database. Call this before any route is
 * registered.
 */
export function refuseDeletedUsers(app: App, isDeleted: IsDeleted): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function answer(request, reply) {
      const answered: unknown = handler.call(this, request, reply);
      return answered instanceof Promise
        ? answered.catch((error: unknown) => blame(error, request, isDeleted))
        : answered;
    };
  });
}

async function blame(error: unknown, request: FastifyRequest, isDeleted: IsDeleted): Promise<never> {
  const principal = principalOf(request);
  if (principal !== null && isUnexpectedError(error) && (await isDeleted(principal.userId))) {
    throw new ApiError('not_authenticated');
  }
  throw error;
}
