import { type AuthSessionView, type ErrorCode, SignedIn, SignedUp, type WeakPasswordReason } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import type { Origin } from '../auth-context.ts';
import type { AuthErrorCode, AuthRefusal } from '../errors/auth-error.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../passwords/password-policy.ts';
import type { PasswordSignIn } from '../sign-in-with-password.ts';
import type { SignUp } from '../sign-up.ts';
import { EmailField, MetadataField, namesOnePerson, PasswordField, RefreshToken, TextField } from './bodies.ts';
import { originOf } from './read.ts';

const Login = z.object({ email: TextField.max(320), password: PasswordField });
const SignUpBody = z
  .object({
    email: EmailField.optional(),
    phone: TextField.max(64).optional(),
    password: PasswordField,
    data: MetadataField.optional(),
  })
  .refine(({ email, phone }) => email !== undefined || phone !== undefined, { path: ['email'] })
  .refine(namesOnePerson, { path: ['phone'], message: 'Envía el correo o el teléfono, no los dos.' });
const Refresh = z.object({ refresh_token: RefreshToken });

const CONFIRM = 'Te enviamos un correo: sigue su enlace para confirmar tu cuenta.';

const docs = (summary: string) => ({ tags: ['Autenticación'], summary, response: { 200: SignedIn } });

type ApiSession = Omit<AuthSessionView, 'user'> & { readonly user: { readonly id: string } };
type Outcome<Value> = Promise<Result<Value, AuthRefusal>>;

/** The service behind these routes: the auth service of this server or of a hosted project. */
export interface ApiAuthService {
  signInWithPassword(request: PasswordSignIn, origin: Origin): Outcome<ApiSession>;
  signUp(request: SignUp, origin: Origin): Outcome<{ readonly id: string }>;
  refresh(refreshToken: string, origin: Origin): Outcome<ApiSession>;
}

/** Registers `/api/v1/auth/*`, the auth routes for clients that do not use the Supabase library. */
export function registerApiAuthRoutes(app: App, auth: ApiAuthService): void {
  app.post('/api/v1/auth/login', { schema: { body: Login, ...docs('Entrar') } }, async (request, reply) => {
    const { email, password } = request.body;
    return toBody(await auth.signInWithPassword({ email: email.toLowerCase(), password }, originOf(request)), reply);
  });
  const signUpDocs = { ...docs('Crear una cuenta'), response: { 200: SignedUp } };
  app.post('/api/v1/auth/signup', { schema: { body: SignUpBody, ...signUpDocs } }, async (request, reply) => {
    const { email, password, data } = request.body;
    if (email === undefined) throw new ApiError('phone_provider_disabled');
    const wanted = { email, password, metadata: data ?? {}, redirectTo: null, challenge: null };
    const outcome = await auth.signUp(wanted, originOf(request));
    if (!outcome.ok) throw toApiError(outcome.error, reply);
    return { success: true as const, data: { user: outcome.value }, message: CONFIRM };
  });
  app.post(
    '/api/v1/auth/refresh',
    { schema: { body: Refresh, ...docs('Renovar la sesión') } },
    async (request, reply) => toBody(await auth.refresh(request.body.refresh_token, originOf(request)), reply),
  );
}

/** Returns the response body for a session. @throws ApiError with the refusal */
export function toBody(outcome: Result<ApiSession, AuthRefusal>, reply: FastifyReply): z.input<typeof SignedIn> {
  if (!outcome.ok) throw toApiError(outcome.error, reply);
  const { user, weak_password: _, ...tokens } = outcome.value;
  return { success: true, data: { ...tokens, user }, ...tokens };
}

const API_CODES: Readonly<Partial<Record<AuthErrorCode, ErrorCode>>> = {
  invalid_credentials: 'invalid_credentials',
  email_not_confirmed: 'email_not_confirmed',
  weak_password: 'weak_password',
  user_banned: 'user_banned',
  otp_expired: 'link_invalid',
  same_password: 'same_password',
  factor_reset_waits: 'factor_reset_waits',
  reauthentication_needed: 'reauthentication_needed',
  mfa_factor_not_found: 'not_found',
  refresh_token_not_found: 'refresh_token_invalid',
  refresh_token_already_used: 'refresh_token_invalid',
  session_expired: 'token_expired',
  session_not_found: 'not_authenticated',
  mfa_verification_failed: 'code_invalid',
  insufficient_aal: 'insufficient_aal',
  over_request_rate_limit: 'rate_limited',
  over_email_send_rate_limit: 'rate_limited',
};

const WEAKNESSES: Readonly<Record<WeakPasswordReason, string>> = {
  length: `La contraseña debe tener entre ${PASSWORD_MIN_LENGTH} y ${PASSWORD_MAX_LENGTH} caracteres.`,
  characters: 'A la contraseña le faltan tipos de caracteres.',
  pwned: 'Esa contraseña es muy conocida: elige otra.',
};

export function toApiError({ code, message, retryAfterS, weakPassword }: AuthRefusal, reply: FastifyReply): ApiError {
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  const reasons = weakPassword?.map((reason) => ({ path: 'password', message: WEAKNESSES[reason] }));
  const details = reasons ?? (code === 'validation_failed' ? [{ path: 'data', message }] : []);
  return new ApiError(API_CODES[code] ?? 'validation_failed', {}, details);
}
