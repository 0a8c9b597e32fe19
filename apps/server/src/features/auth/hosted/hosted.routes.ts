import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import type { FreshProofs } from '#platform/http/fresh-proof.ts';
import { type ApiAuthService, registerApiAuthRoutes } from '../http/api-auth.routes.ts';
import { registerProofRoutes } from '../http/proof.routes.ts';
import type { IdentityProofs } from '../proof/prove-identity.ts';
import { HostedUnavailable } from './hosted-project.ts';

/** Routes for data that only the project keeps. Their responses refer the client to the project. */
const KEPT_BY_PROJECT = [
  ['GET', '/api/v1/account/sessions', 'reads_account'],
  ['DELETE', '/api/v1/account/sessions/:id', 'changes_account'],
  ['GET', '/api/v1/account/recovery-codes', 'reads_account'],
  ['POST', '/api/v1/account/recovery-codes', 'changes_account'],
] as const;

/** `identity` checks the evidence that the user sends; then `fresh` signs a re-authentication proof. */
export type HostedProofRoutes = { readonly identity: IdentityProofs; readonly fresh: FreshProofs };

/** Registers the routes under `/api` that exist if a hosted project keeps the users. */
export function registerHostedRoutes(app: App, apiAuth: ApiAuthService, proofs: HostedProofRoutes): void {
  app.register(async (scope) => {
    scope.setErrorHandler((error) => {
      throw error instanceof HostedUnavailable ? new ApiError('service_unavailable') : error;
    });
    registerApiAuthRoutes(scope, apiAuth);
    registerProofRoutes(scope, proofs.identity, proofs.fresh);
  });
  for (const [method, url, effect] of KEPT_BY_PROJECT) {
    app.route({
      method,
      url,
      preHandler: app.authenticate,
      config: { effects: [effect] },
      schema: { hide: true },
      handler: async () => {
        throw new ApiError('auth_is_hosted');
      },
    });
  }
}
