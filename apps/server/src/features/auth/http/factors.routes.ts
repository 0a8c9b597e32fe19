import {
  AuthSessionView,
  EnrolledFactor,
  FactorChallenge,
  RECOVERY_CODES_HEADER,
  RemovedFactor,
} from '@vigia/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '#platform/http/app.ts';
import type { Auth } from '../auth.ts';
import { AuthError, authRefusal } from '../errors/auth-error.ts';
import type { Enrolment } from '../factors/enroll-factor.ts';
import { TextField } from './bodies.ts';
import { signedInDocs } from './gotrue-docs.ts';
import { authenticateBeforeProof, originOf, parseInput, requirePrincipal, valueOrAuthError } from './read.ts';

const ISSUER = 'Vigía';

const EnrolBody = z.object({
  factor_type: z.string().max(40),
  friendly_name: TextField.max(100).nullish(),
  issuer: TextField.max(100).nullish(),
});
const VerifyBody = z.object({ challenge_id: z.string().max(64), code: z.string().max(64) });
const Id = z.uuid();

/**
 * Authenticates a request. Refuses a session that has not shown its second factor yet, because such a session cannot
 * obtain a re-authentication proof.
 */
const fullySignedIn = (auth: Auth) => async (request: FastifyRequest) => {
  const bearer = await requirePrincipal(auth, request);
  if (bearer.needsSecondFactor) throw new AuthError(authRefusal('insufficient_aal'));
  request.principal = bearer;
};

const Params = z.object({ id: z.string() });
type Params = z.infer<typeof Params>;

/** Registers `/auth/v1/factors`. Sessions at aal1 may use it too, because they need it to show their second factor. */
export function registerFactorRoutes(scope: App, auth: Auth): void {
  const onRequest = authenticateBeforeProof(auth);
  const always = { onRequest: fullySignedIn(auth), config: { freshProof: 'always' } } as const;
  scope.post(
    '/factors',
    { ...always, ...signedInDocs('Empezar a añadir un segundo factor', EnrolledFactor) },
    async (request) => {
      const { principal } = request;
      return valueOrAuthError(await auth.factors.enroll(principal, enrolmentOf(request.body)));
    },
  );
  scope.post<{ Params: Params }>(
    '/factors/:id/challenge',
    signedInDocs('Pedir que se muestre el factor', FactorChallenge),
    async (request) => {
      const principal = await requirePrincipal(auth, request);
      return valueOrAuthError(await auth.factors.challenge(principal, factorIdOf(request.params)));
    },
  );
  // The first code verifies the factor and needs a re-authentication proof. Later codes belong to a sign-in and need
  // none.
  const isFirstCode = ({ principal, params }: FastifyRequest) =>
    auth.factors.needsProof(principal, factorIdOf(Params.parse(params)));
  const verified = {
    onRequest,
    config: { freshProof: isFirstCode },
    ...signedInDocs('Mostrar el código del factor', AuthSessionView),
  };
  scope.post<{ Params: Params }>('/factors/:id/verify', verified, async (request, reply) => {
    const { challenge_id: challengeId, code } = parseInput(VerifyBody, request.body);
    const shown = { factorId: factorIdOf(request.params), challengeId: knownId(challengeId), code };
    const passed = valueOrAuthError(await auth.factors.verify(request.principal, shown, originOf(request)));
    if (passed.recoveryCodes !== null) reply.header(RECOVERY_CODES_HEADER, passed.recoveryCodes.join(','));
    return passed.session;
  });
  const isVerified = ({ principal, params }: FastifyRequest) =>
    auth.factors.isVerified(principal.userId, factorIdOf(Params.parse(params)));
  const removed = {
    ...always,
    config: { freshProof: isVerified },
    ...signedInDocs('Quitar un segundo factor', RemovedFactor),
  };
  scope.delete<{ Params: Params }>('/factors/:id', removed, async (request) =>
    valueOrAuthError(await auth.factors.remove(request.principal, factorIdOf(request.params), originOf(request))),
  );
}

const factorIdOf = ({ id }: Params): string => knownId(id);

/** Returns the id of a factor. A malformed id causes the same error as an unknown one. */
function knownId(id: string): string {
  if (Id.safeParse(id).success) return id;
  throw new AuthError(authRefusal('mfa_factor_not_found'));
}

function enrolmentOf(body: unknown): Enrolment {
  const { factor_type, friendly_name, issuer } = parseInput(EnrolBody, body);
  if (factor_type === 'phone') throw new AuthError(authRefusal('mfa_phone_enroll_not_enabled'));
  if (factor_type === 'webauthn') throw new AuthError(authRefusal('mfa_webauthn_enroll_not_enabled'));
  if (factor_type !== 'totp') {
    throw new AuthError(
      authRefusal('validation_failed', { message: 'factor_type needs to be totp, phone, or webauthn' }),
    );
  }
  return { friendlyName: (friendly_name ?? '').trim(), issuer: issuer?.trim() || ISSUER };
}
