import { AuthUserView, NothingElse } from '@vigia/contract';
import type { App } from '#platform/http/app.ts';
import type { Auth } from '../auth.ts';
import { AuthError, authRefusal } from '../errors/auth-error.ts';
import { UserChangeBody } from './bodies.ts';
import { codeChallengeOf } from './code-challenge.ts';
import { signedInDocs } from './gotrue-docs.ts';
import { requestedRedirect } from './links.routes.ts';
import { authenticateBeforeProof, originOf, parseInput, requirePrincipal, valueOrAuthError } from './read.ts';

/** Registers the routes of the caller's own account. */
export function registerUserRoutes(scope: App, auth: Auth): void {
  scope.get('/user', signedInDocs('Quién soy', AuthUserView), async (request) => {
    const { userId } = await requirePrincipal(auth, request);
    const user = await auth.user(userId);
    if (user === null) throw new AuthError(authRefusal('session_not_found'));
    return auth.userView(user);
  });
  const changed = { onRequest: authenticateBeforeProof(auth), config: { freshProof: 'own' } } as const;
  scope.put(
    '/user',
    { ...changed, ...signedInDocs('Cambiar mis datos, mi contraseña o mi correo', AuthUserView) },
    async (request) => {
      const { principal } = request;
      const body = parseInput(UserChangeBody, request.body);
      const change = {
        ...body,
        currentPassword: body.current_password ?? undefined,
        nonce: body.nonce ?? undefined,
        isProved: scope.isProved(request),
        appMetadata: body.app_metadata,
        redirectTo: requestedRedirect(request),
        challenge: codeChallengeOf(body),
      };
      return auth.userView(valueOrAuthError(await auth.updateUser(principal, change, originOf(request))));
    },
  );
  scope.get(
    '/reauthenticate',
    signedInDocs('Recibir un código para confirmar un cambio', NothingElse),
    async (request) => {
      valueOrAuthError(await auth.requestNonce(await requirePrincipal(auth, request), originOf(request)));
      return {};
    },
  );
}
