import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { type ApiAuthService, registerApiAuthRoutes } from '../http/api-auth.routes.ts';
import { HostedUnavailable } from './hosted-project.ts';

/** Routes of data that the project keeps: the response refers to the project. */
const ELSEWHERE = [
  ['GET', '/api/v1/account/sessions'],
  ['DELETE', '/api/v1/account/sessions/:id'],
  ['GET', '/api/v1/account/recovery-codes'],
  ['POST', '/api/v1/account/recovery-codes'],
] as const;

/** Registers the routes under `/api` for the case that a hosted project keeps the users. */
export function registerHostedRoutes(app: App, apiAuth: ApiAuthService): void {
  app.register(async (scope) => {
    scope.setErrorHandler((error) => {
      throw error instanceof HostedUnavailable ? new ApiError('service_unavailable') : error;
    });
    registerApiAuthRoutes(scope, apiAuth);
  });
  for (const [method, url] of ELSEWHERE) {
    app.route({
      method,
      url,
      preHandler: app.authenticate,
      schema: { hide: true },
      handler: async () => {
        throw new ApiError('auth_is_hosted');
      },
    });
  }
}
