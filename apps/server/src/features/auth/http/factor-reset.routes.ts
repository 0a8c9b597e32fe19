import { FactorReset, FactorResetFinish, success } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App } from '#platform/http/app.ts';
import type { Auth } from '../auth.ts';
import type { AuthRefusal } from '../errors/auth-error.ts';
import { toApiError } from './api-auth.routes.ts';
import { originOf } from './read.ts';
import { authenticateWithoutSecondFactor } from './without-second-factor.ts';

const PATH = '/api/v1/auth/factor-reset';

const docs = { tags: ['Autenticación'], security: [{ bearer: [] }] };

/**
 * Registers the routes for the removal of a lost second factor. Each route requires a session that a recovery link
 * opened recently.
 */
export function registerFactorResetRoutes(app: App, auth: Auth): void {
  const { factorResets } = auth;
  const onRequest = authenticateWithoutSecondFactor(auth);
  const answered = { ...docs, response: { 200: success(FactorReset) } };
  const read = { ...answered, summary: 'En qué punto está la recuperación sin el segundo factor' };
  app.get(PATH, { onRequest, schema: read }, async ({ principal }, reply) =>
    toBody(await factorResets.state(principal), reply),
  );
  const started = { ...answered, summary: 'Pide recuperar la cuenta sin el segundo factor; espera 24 horas' };
  app.post(PATH, { onRequest, schema: started }, async (request, reply) =>
    toBody(await factorResets.start(request.principal, originOf(request)), reply),
  );
  const finished = {
    ...docs,
    summary: 'Quita los segundos factores y cambia la contraseña, tras la espera y con un enlace nuevo',
    body: FactorResetFinish,
    response: { 200: success(z.null()) },
  };
  app.post(`${PATH}/finish`, { onRequest, schema: finished }, async (request, reply) =>
    toBody(await factorResets.finish(request.principal, request.body.password, originOf(request)), reply),
  );
}

/**
 * Returns the response body of an outcome.
 * @throws ApiError if the outcome is a refusal
 */
function toBody<Value>(outcome: Result<Value, AuthRefusal>, reply: FastifyReply) {
  if (!outcome.ok) throw toApiError(outcome.error, reply);
  return { success: true as const, data: outcome.value };
}
