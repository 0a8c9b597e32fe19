import { AccessView } from '@vigia/contract';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';

/**
 * Registers the route that returns the scopes of the caller's token. A program reads it to offer only the actions that
 * its token allows.
 */
export function registerAccessRoute(app: App): void {
  memberRoutes(app, 'Cuenta').get(
    '/api/v1/account/access',
    { config: { effects: ['reads'] }, summary: 'Lo que puede hacer el token de esta petición', data: AccessView },
    async ({ principal: { scopes } }) => ({ scopes: scopes === null ? null : [...scopes] }),
  );
}
