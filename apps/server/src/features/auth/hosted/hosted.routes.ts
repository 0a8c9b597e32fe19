import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { type ApiAuthDoors, registerApiAuthRoutes } from '../http/api-auth.routes.ts';
import { HostedUnavailable } from './hosted-project.ts';

/** What a project keeps for itself: asked here, it is said where to look instead. */
const ELSEWHERE = [
  ['GET', '/api/v1/account/sessions'],
  ['DELETE', '/api/v1/account/sessions/:id'],
  ['GET', '/api/v1/account/recovery-codes'],
  ['POST', '/api/v1/account/recovery-codes'],
] as const;

/** The doors under `/api` where a hosted project keeps the accounts. */
export function registerHostedRoutes(app: App, doors: ApiAuthDoors): void {
  app.register(async (scope) => {
    scope.setErrorHandler((error) => {
      throw error instanceof HostedUnavailable ? new ApiError('service_unavailable') : error;
    });
    registerApiAuthRoutes(scope, doors);
  });
  for (const [method, url] of ELSEWHERE) {
    app.route({
      ...{ method, url, preHandler: app.authenticate },
      schema: { hide: true },
      handler: async () => {
        throw new ApiError('auth_is_hosted');
      },
    });
  }
}
