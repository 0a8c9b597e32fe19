import { err, ok, type Result } from '@vigia/core/kernel';
import { z } from 'zod';
import { type AuthErrorCode, type AuthRefusal, authRefusal, isAuthErrorCode } from '../errors/auth-error.ts';
import type { ApiAuthService } from '../http/api-auth.routes.ts';
import { type HostedApi, type HostedResponse, HostedUnavailable } from './hosted-project.ts';

const Person = z.looseObject({ id: z.uuid() });

const Session = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  expires_at: z.number(),
  refresh_token: z.string(),
  user: Person,
});

/** An error response of the project, in either of the two formats of Supabase. */
const Refusal = z.looseObject({ code: z.unknown(), error_code: z.string().optional(), msg: z.string().optional() });

/** Forwards the requests of `/api/v1/auth` to the project. */
export function createHostedApiAuth(api: HostedApi): ApiAuthService {
  return {
    signInWithPassword: async (credentials) => read(Session, await api.post('/token?grant_type=password', credentials)),
    refresh: async (refreshToken) =>
      read(Session, await api.post('/token?grant_type=refresh_token', { refresh_token: refreshToken })),
    async signUp({ email, password, metadata }) {
      const answer = await api.post('/signup', { email, password, data: metadata });
      // A project that does not require confirmation returns a session at once.
      return read(Person.or(Session.transform(({ user }) => user)), answer);
    },
  };
}

function read<Value>(schema: z.ZodType<Value>, { status, body }: HostedResponse): Result<Value, AuthRefusal> {
  if (status === 200) return ok(schema.parse(body));
  if (status >= 500) throw new HostedUnavailable(`the hosted project answered ${status}`);
  const refusal = Refusal.safeParse(body);
  return err(authRefusal(codeOf(status, refusal.success ? (refusal.data.error_code ?? refusal.data.code) : null)));
}

const codeOf = (status: number, code: unknown): AuthErrorCode => {
  if (status === 429) return 'over_request_rate_limit';
  return typeof code === 'string' && isAuthErrorCode(code) ? code : 'validation_failed';
};
