import type { AuthContext } from '../auth-context.ts';
import { findPendingToken } from '../one-time-tokens/one-time-tokens.repository.ts';
import { allowedRedirect } from './allowed-redirect.ts';
import type { Link } from './follow-link.ts';
import type { LinkType } from './link-type.ts';

/** Pages of the web app, by link type, that a browser opens instead of following the link. */
const PAGES = {
  signup: '/verify-email',
  email_change: '/verify-email',
  recovery: '/reset-password',
} as const satisfies Record<LinkType, string>;

/**
 * Returns the page of the web app that a browser opens instead of following a link. Loading a URL must not consume the
 * token: mail scanners load links too, and a browser that did not request the link has no PKCE verifier. Page and link
 * have the same origin. Token, user, address and challenge are in the fragment, which browsers do not send to servers.
 * @returns null if the server must follow the link itself: the link is invalid or expired, or its request had no S256
 * challenge. The web app always sends such a challenge
 */
export async function pageForLink(
  { db, clock, site }: AuthContext,
  { token, type, redirectTo }: Link,
): Promise<string | null> {
  if (type === null) return null;
  const pending = await findPendingToken(db.sql, type, token, clock.now());
  // With the method 'plain' the challenge equals the verifier, which must stay in the browser that created it.
  if (pending?.challenge?.method !== 's256') return null;
  const to = allowedRedirect(site, redirectTo ?? pending.redirectTo);
  const page = new URL(PAGES[type], to);
  const { userId: user, email, challenge } = pending;
  page.hash = String(new URLSearchParams({ link: token, kind: type, user, email, challenge: challenge.challenge, to }));
  return page.href;
}
