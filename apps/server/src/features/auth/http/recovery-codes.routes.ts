import { RecoveryCodes, RecoveryCodesLeft, RecoveryCodeUse, SignedIn } from '@vigia/contract';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { Auth } from '../auth.ts';
import { toApiError, toBody } from './api-auth.routes.ts';
import { originOf } from './read.ts';
import { authenticateWithoutSecondFactor } from './without-second-factor.ts';

const PATH = '/api/v1/account/recovery-codes';

/** Registers the routes that create recovery codes and that accept a recovery code instead of a lost second factor. */
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
  app.post(
    '/api/v1/auth/recovery-code',
    { onRequest: authenticateWithoutSecondFactor(auth), schema: used },
    async (request, reply) =>
      toBody(await auth.recoveryCodes.use(request.principal, request.body.code, originOf(request)), reply),
  );
}
