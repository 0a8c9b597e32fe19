import { FreshProof, ProofAsked, ShownProof } from '@vigia/contract';
import { type Result } from '@vigia/core/kernel';
import type { FastifyReply } from 'fastify';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { bearerToken } from '#platform/http/authentication.ts';
import type { FreshProofs } from '#platform/http/fresh-proof.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { AuthRefusal } from '../errors/auth-error.ts';
import type { IdentityProofs } from '../proof/prove-identity.ts';
import { toApiError } from './api-auth.routes.ts';
import { originOf } from './read.ts';

const PATH = '/api/v1/account/proof';

/**
 * Registers the routes that issue a re-authentication proof to a user who proves their identity. Requests with a bot
 * token are refused.
 */
export function registerProofRoutes(app: App, identity: IdentityProofs, proofs: FreshProofs): void {
  const routes = memberRoutes(app, 'Cuenta');
  const config = { effects: ['reads_account'] } as const;
  const asked = { config, summary: 'Con qué se confirma que eres tú', data: ProofAsked, failures: '4xx' } as const;
  routes.get(PATH, asked, async (request, reply) => ({
    asks: orRefuse(await identity.asks(request.principal, tokenOf(request.headers)), reply),
  }));
  const given = {
    config: { effects: ['changes_account'] },
    summary: 'Confirma que eres tú; la respuesta vale cinco minutos en la cabecera X-Vigia-Proof',
    body: ShownProof,
    data: FreshProof,
    failures: '4xx',
  } as const;
  routes.post(PATH, given, async (request, reply) => {
    const { principal, headers, body } = request;
    const from = { accessToken: tokenOf(headers), origin: originOf(request) };
    orRefuse(await identity.prove(principal, body, from), reply);
    const { proof, expiresMs } = proofs.issue(principal);
    return { proof, expires_at: new Date(expiresMs).toISOString() };
  });
}

const tokenOf = ({ authorization }: { readonly authorization?: string | undefined }): string =>
  bearerToken(authorization) ?? '';

const MISSING = 'Falta este dato.';

/**
 * Returns the value of an outcome.
 * @throws ApiError if the outcome is a refusal
 */
function orRefuse<Value>(outcome: Result<Value, AuthRefusal>, reply: FastifyReply): Value {
  if (outcome.ok) return outcome.value;
  const { code, message } = outcome.error;
  if (code === 'no_authorization') throw new ApiError('anonymous_not_allowed');
  if (code === 'current_password_invalid') throw new ApiError('current_password_invalid');
  if (code === 'reauthentication_not_valid') throw new ApiError('code_invalid');
  if (code === 'validation_failed') throw new ApiError(code, {}, [{ path: message, message: MISSING }]);
  throw toApiError(outcome.error, reply);
}
