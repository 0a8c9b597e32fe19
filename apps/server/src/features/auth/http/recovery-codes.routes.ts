import { RecoveryCodes, RecoveryCodesLeft, RecoveryCodeUse } from '@vigia/contract';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { bearerToken } from '#platform/http/authentication.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { Principal } from '#platform/http/principal.ts';
import type { Auth } from '../auth.ts';
import { SignedIn, toApiError, toBody } from './api-auth.routes.ts';
import { originOf } from './read.ts';

const PATH = '/api/v1/account/recovery-codes';

/** Registers the routes of recovery codes, for users who have lost their second factor. */
export function registerRecoveryCodeRoutes(app: App, auth: Auth): void {
  const routes = memberRoutes(app, 'Cuenta');
  const made = {
    config: { effects: ['changes_account'], freshProof: 'always' },
    summary: 'Crea diez códigos de recuperación',
    data: RecoveryCodes,
    failures: '4xx',
  } as const;
  routes.post(PATH, made, async (request, reply) => {
    const outcome = await auth.recoveryCodes.make(request.principal, originOf(request));
    if (!outcome.ok) throw toApiError(outcome.error, reply);
    return { codes: [...outcome.value] };
  });
  const left = {
    config: { effects: ['reads_account'] },
    summary: 'Cuántos códigos de recuperación te quedan',
    data: RecoveryCodesLeft,
  } as const;
  routes.get(PATH, left, async ({ principal }) => ({ left: await auth.recoveryCodes.count(principal.userId) }));
  const used = {
    tags: ['Autenticación'],
    summary: 'Entrar con un código de recuperación en lugar del segundo factor',
    security: [{ bearer: [] }],
    body: RecoveryCodeUse,
    response: { 200: SignedIn },
  };
  // Unauthenticated requests get 401 before the body is validated.
  const onRequest = async (request: FastifyRequest) => {
    request.principal = await bearerOf(auth, request);
  };
  app.post('/api/v1/auth/recovery-code', { onRequest, schema: used }, async (request, reply) =>
    toBody(await auth.recoveryCodes.use(request.principal, request.body.code, originOf(request)), reply),
  );
}

/** Authenticates without `app.authenticate`, which refuses users who have not shown their second factor yet. */
async function bearerOf(auth: Auth, request: FastifyRequest): Promise<Principal> {
  const token = bearerToken(request.headers.authorization);
  const checked = token === null ? null : await auth.checkBearer(token);
  if (checked?.ok) return checked.value;
  throw new ApiError(checked?.error === 'expired' ? 'token_expired' : 'not_authenticated');
}
