import { type AuthRefusal, statusOf } from '../errors/auth-error.ts';
import type { SessionView } from '../sessions/session-view.ts';
import type { LinkType } from './link-type.ts';

/** OAuth's names for what went wrong, by status; others have none. */
const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
};

/** Marks the fragment as this service's and not an application's own. */
const MARK = { sb: '' };

export function withCode(address: string, code: string): string {
  const url = new URL(address);
  url.searchParams.set('code', code);
  return url.href;
}

/** A fragment stays in the browser: tokens never travel in a query. */
export function withSession(address: string, session: SessionView, type: LinkType): string {
  const { access_token, refresh_token, expires_in, expires_at, token_type } = session;
  const numbers = { expires_in: String(expires_in), expires_at: String(expires_at) };
  return withFragment(address, { access_token, ...numbers, refresh_token, token_type, type, ...MARK });
}

/** Appends the error to the fragment, and with PKCE also to the query, where the client then looks. */
export function withRefusal(address: string, { code, message }: AuthRefusal, isPkce: boolean): string {
  const error = OAUTH_ERRORS[statusOf({ code })];
  const fields = { ...(error && { error }), error_code: code, error_description: message };
  const url = new URL(address);
  if (isPkce) for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return withFragment(url.href, { ...fields, ...MARK });
}

function withFragment(address: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  url.hash = String(new URLSearchParams(values));
  return url.href;
}
