import type { AuthSessionView } from '@vigia/contract';
import { ok, type Result } from '@vigia/core/kernel';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, authRefusal, statusOf } from '../errors/auth-error.ts';
import { PKCE_PREFIX } from '../one-time-tokens/one-time-token.ts';
import { publishEndedSessions } from '../sessions/end-sessions.ts';
import { signIn } from '../sessions/sign-in.ts';
import { allowedRedirect } from './allowed-redirect.ts';
import { insertAuthCode } from './auth-codes.repository.ts';
import { consumeMailedProof } from './consume-mailed-proof.ts';
import { LINK_METHODS, type LinkType } from './link-type.ts';

/** OAuth error name for an HTTP status. A refusal with another status has no error name. */
const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
};

/**
 * Last parameter of the fragment. GoTrue (the auth server of Supabase) appends `sb=` to every address that it redirects
 * to, and its clients look for this parameter.
 */
const SB_FIELD = { sb: '' };

function withCode(address: string, code: string): string {
  const url = new URL(address);
  url.searchParams.set('code', code);
  return url.href;
}

/**
 * Appends the session to the fragment of the address, because browsers send the query to servers, but not the fragment.
 */
function withSession(address: string, session: AuthSessionView, type: LinkType): string {
  const { access_token, refresh_token, expires_in, expires_at, token_type } = session;
  const numbers = { expires_in: String(expires_in), expires_at: String(expires_at) };
  return withFragment(address, { access_token, ...numbers, refresh_token, token_type, type, ...SB_FIELD });
}

/**
 * Appends the error to the fragment; for a client with PKCE also to the query, because such a client reads the query.
 */
function withRefusal(address: string, { code, message }: AuthRefusal, isPkce: boolean): string {
  const error = OAUTH_ERRORS[statusOf({ code })];
  const fields = { ...(error && { error }), error_code: code, error_description: message };
  const url = new URL(address);
  if (isPkce) for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return withFragment(url.href, { ...fields, ...SB_FIELD });
}

function withFragment(address: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  url.hash = String(new URLSearchParams(values));
  return url.href;
}

/** The parameters of a followed link. `type` is null for a type that this service does not send. */
export type Link = { readonly token: string; readonly type: LinkType | null; readonly redirectTo: string | null };

/**
 * Follows a mailed link.
 * @returns the address to which the browser is redirected. It contains a code (with PKCE), a session (without PKCE), or
 * the error
 */
export async function followLink(
  context: AuthContext,
  link: Link,
  origin: Origin,
): Promise<Result<string, AuthRefusal>> {
  const admitted = await context.limits.admit('verify', origin.ip);
  if (!admitted.ok) return admitted;
  const { type, token, redirectTo } = link;
  const refused = (refusal: AuthRefusal) =>
    withRefusal(allowedRedirect(context.site, redirectTo), refusal, token.startsWith(PKCE_PREFIX));
  if (type === null) return ok(refused(authRefusal('otp_expired')));
  const outcome = await context.db.transaction(async (tx) => {
    const proven = await consumeMailedProof(context, tx, { type, token }, origin);
    if (!proven.ok) return proven;
    const { user, spent, ended } = proven.value;
    const target = allowedRedirect(context.site, redirectTo ?? spent.redirectTo);
    const method = LINK_METHODS[type];
    if (spent.challenge === null) {
      return ok({ ended, location: withSession(target, await signIn(context, tx, user, method, origin), type) });
    }
    const code = randomCode(context.randomBytes);
    const now = new Date(context.clock.now());
    await insertAuthCode(tx, { code, userId: user.id, method, challenge: spent.challenge, now });
    return ok({ ended, location: withCode(target, code) });
  });
  if (!outcome.ok) return ok(refused(outcome.error));
  publishEndedSessions(context.bus, outcome.value.ended);
  return ok(outcome.value.location);
}

/** Returns a random UUID of version 4, the format that the protocol requires. */
function randomCode(randomBytes: AuthContext['randomBytes']): string {
  const hex = randomBytes(16).toString('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
