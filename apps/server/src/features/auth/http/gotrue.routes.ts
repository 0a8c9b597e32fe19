import { AuthHealth, AuthSessionView, AuthSettings, AuthSignedUp, type ErrorCode, JsonWebKeys } from '@vigia/contract';
import { assertNever } from '@vigia/core/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptEmptyJson, apiKeyRefusal } from '#features/accounts/index.ts';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { emptyResponse } from '#platform/http/response-docs.ts';
import type { Auth } from '../auth.ts';
import { AuthError, type AuthRefusal, authRefusal, statusOf } from '../errors/auth-error.ts';
import { API_VERSION, isCurrent, toErrorBody } from '../errors/error-body.ts';
import { EmailField, LogoutQuery, PasswordGrantBody, RefreshGrantBody, SignUpBody, TokenQuery } from './bodies.ts';
import { codeChallengeOf } from './code-challenge.ts';
import { registerFactorRoutes } from './factors.routes.ts';
import { gotrueDocs } from './gotrue-docs.ts';
import { exchangeCode, registerLinkRoutes, requestedRedirect, VERIFY_PATH } from './links.routes.ts';
import { originOf, parseInput, requirePrincipal, valueOrAuthError } from './read.ts';
import { registerUserRoutes } from './user.routes.ts';

const PREFIX = '/auth/v1';
const JWKS_PATH = '/.well-known/jwks.json';
const KEYLESS = [JWKS_PATH, VERIFY_PATH];

const LOGOUT = {
  schema: {
    tags: ['Autenticación'],
    summary: 'Cerrar sesión',
    security: [{ bearer: [] }],
    response: { 204: emptyResponse('La sesión se cerró') },
  },
};

/** Registers `/auth/v1`, in the protocol of the Supabase client. */
export function registerGotrueRoutes(app: App, auth: Auth): void {
  app.register(
    async (scope) => {
      scope.setErrorHandler(sendAuthError);
      acceptEmptyJson(scope);
      scope.addHook('onRequest', async (request, reply) => {
        echoVersion(request, reply);
        if (needsNoKey(request)) return;
        const refusal = apiKeyRefusal(request, auth.publishableKey);
        if (refusal) return reply.code(401).send(refusal);
      });
      registerSessionRoutes(scope, auth);
      registerUserRoutes(scope, auth);
      registerLinkRoutes(scope, auth);
      registerFactorRoutes(scope, auth);
      registerServiceRoutes(scope, auth);
    },
    { prefix: PREFIX },
  );
}

/** True for routes that need no publishable key: the public signing keys, and the links in mails. */
const needsNoKey = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' && KEYLESS.some((path) => routeOptions.url === `${PREFIX}${path}`);

function echoVersion(request: FastifyRequest, reply: FastifyReply): void {
  if (isCurrent([request.headers['x-supabase-api-version'] ?? []].flat()[0])) {
    reply.header('x-supabase-api-version', API_VERSION);
  }
}

function registerSessionRoutes(scope: App, auth: Auth): void {
  scope.post('/signup', gotrueDocs('Crear una cuenta, o entrar sin cuenta', AuthSignedUp), (request) =>
    signUp(auth, request),
  );
  scope.post('/token', gotrueDocs('Entrar con contraseña o renovar la sesión', AuthSessionView), (request) =>
    grantToken(auth, request),
  );
  scope.post('/logout', LOGOUT, async (request, reply) => {
    const principal = await requirePrincipal(auth, request);
    await auth.signOut(principal, parseInput(LogoutQuery, request.query).scope, originOf(request));
    return reply.code(204).send(null);
  });
}

async function signUp(auth: Auth, request: FastifyRequest): Promise<AuthSignedUp> {
  const { email, phone, password, data, ...given } = parseInput(SignUpBody, request.body);
  const metadata = data ?? {};
  if (phone) throw new AuthError(authRefusal('phone_provider_disabled'));
  if (email || password) {
    const credentials = { email: parseInput(EmailField, email ?? ''), password: requirePassword(password), metadata };
    const wanted = { ...credentials, redirectTo: requestedRedirect(request), challenge: codeChallengeOf(given) };
    return valueOrAuthError(await auth.signUp(wanted, originOf(request)));
  }
  return valueOrAuthError(await auth.signInAnonymously(metadata, originOf(request)));
}

function requirePassword(password: string | null | undefined): string {
  if (password) return password;
  throw new AuthError(authRefusal('validation_failed', { message: 'Signup requires a valid password' }));
}

async function grantToken(auth: Auth, request: FastifyRequest): Promise<AuthSessionView> {
  const { grant_type } = parseInput(TokenQuery, request.query);
  switch (grant_type) {
    case 'password':
      return signIn(auth, request);
    case 'refresh_token': {
      const { refresh_token } = parseInput(RefreshGrantBody, request.body);
      return valueOrAuthError(await auth.refresh(refresh_token, originOf(request)));
    }
    case 'pkce':
      return exchangeCode(auth, request);
    default:
      return assertNever(grant_type);
  }
}

/** Signs a user in. A malformed address causes the same error as an unknown one. */
async function signIn(auth: Auth, request: FastifyRequest): Promise<AuthSessionView> {
  const { email, phone, password } = parseInput(PasswordGrantBody, request.body);
  if (phone) {
    throw new AuthError(authRefusal('phone_provider_disabled', { message: 'Phone logins are disabled', status: 422 }));
  }
  if (!email || !password) {
    throw new AuthError(authRefusal('validation_failed', { message: 'missing email or password' }));
  }
  const credentials = { email: email.toLowerCase(), password };
  return valueOrAuthError(await auth.signInWithPassword(credentials, originOf(request)));
}

function registerServiceRoutes(scope: App, auth: Auth): void {
  scope.get('/settings', gotrueDocs('Qué formas de entrar hay', AuthSettings), async () => SETTINGS);
  scope.get('/health', gotrueDocs('Estado del servicio', AuthHealth), async () => ({
    name: 'vigia-auth',
    status: 'ok' as const,
  }));
  scope.get(JWKS_PATH, gotrueDocs('Claves públicas de los tokens', JsonWebKeys), async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send(await auth.jwks()),
  );
}

const SETTINGS: AuthSettings = {
  external: { anonymous_users: true, email: true, phone: false },
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
};

/**
 * Sends a refusal in the error format of the API version that the client requests. The response repeats the version
 * header.
 */
function sendAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error);
  if (refusal === null) throw error;
  return sendRefusal(refusal, request, reply);
}

function sendRefusal(refusal: AuthRefusal, request: FastifyRequest, reply: FastifyReply) {
  const version = [request.headers['x-supabase-api-version'] ?? []].flat()[0];
  if (isCurrent(version)) reply.header('x-supabase-api-version', API_VERSION);
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', refusal.retryAfterS);
  return reply
    .code(statusOf(refusal))
    .header('x-sb-error-code', refusal.code)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(toErrorBody(refusal, version, request.id)));
}

/** Error codes of the HTTP platform, each with the auth refusal that `/auth/v1` sends instead. */
const PLATFORM_REFUSALS: Readonly<Partial<Record<ErrorCode, AuthRefusal>>> = {
  rate_limited: authRefusal('over_request_rate_limit'),
  not_authenticated: authRefusal('session_not_found'),
  proof_needed: authRefusal('reauthentication_needed'),
  duplicate_json_key: authRefusal('bad_json', { message: 'An object in the request body repeats a key' }),
};

function toRefusal(error: unknown): AuthRefusal | null {
  if (error instanceof AuthError) return error.refusal;
  if (error instanceof ApiError) return PLATFORM_REFUSALS[error.code] ?? null;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return authRefusal('request_entity_too_large');
  if (code.startsWith('FST_ERR_CTP_')) return authRefusal('bad_json');
  return null;
}
