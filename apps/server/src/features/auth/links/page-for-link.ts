import type { AuthContext } from '../auth-context.ts';
import { findPendingToken } from '../one-time-tokens/one-time-tokens.repository.ts';
import { allowedRedirect } from './allowed-redirect.ts';
import type { Link } from './follow-link.ts';
import type { LinkType } from './link-type.ts';

/** The pages of the web app that take over a link which a browser opens. */
const PAGES = {
  signup: '/verify-email',
  email_change: '/verify-email',
  recovery: '/reset-password',
} as const satisfies Record<LinkType, string>;

/**
 * Returns the page that a browser opens instead of a link, because opening a page must not consume the token: a mail
 * scanner opens it too, and another browser has no verifier. Page and link have the same origin. Token, user, address
 * and challenge are in the fragment, which a browser does not send to servers.
 * @returns null for a link that has to be followed as it is: invalid, expired, or requested without an S256 challenge,
 * so by another client than the web app
 */
export async function pageForLink(
  { db, clock, site }: AuthContext,
  { token, type, redirectTo }: Link,
): Promise<string | null> {
  if (type === null) return null;
  const pending = await findPendingToken(db.sql, type, token, clock.now());
  // A plain challenge is the verifier itself, which only its own browser may know.
  if (pending?.challenge?.method !== 's256') return null;
  const to = allowedRedirect(site, redirectTo ?? pending.redirectTo);
  const page = new URL(PAGES[type], to);
  const { userId: user, email, challenge } = pending;
  page.hash = String(new URLSearchParams({ link: token, kind: type, user, email, challenge: challenge.challenge, to }));
  return page.href;
}
