/**
 * Path and query of the redirect from a broker's OAuth page. Null if the visit did not start with that redirect. The
 * page that handles the redirect reads the value once and clears it.
 */
export const CONSENT: { answer: string | null } = { answer: null };

if (window.location.pathname.endsWith('/return')) {
  CONSENT.answer = window.location.pathname + window.location.search;
  // The address bar gets another URL, because the auth client, the router and the browser history must not see the
  // redirect parameters.
  window.history.replaceState(null, '', '/connections');
}

/**
 * How the visit started. `with-sign-in`: the URL contains tokens or a code for the auth client. `with-error`: an
 * emailed link failed. `plain`: the visitor followed no emailed link.
 */
export type VisitStart = 'with-sign-in' | 'with-error' | 'plain';

function readArrival(): VisitStart {
  const query = new URLSearchParams(window.location.search);
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  if (query.has('error') || fragment.has('error')) return 'with-error';
  return urlContainsSignIn() ? 'with-sign-in' : 'plain';
}

/**
 * Returns whether the URL still contains a code or tokens. The auth client removes them after it has opened the
 * session.
 */
export const urlContainsSignIn = (): boolean =>
  new URLSearchParams(window.location.search).has('code') ||
  new URLSearchParams(window.location.hash.slice(1)).get('type') === 'signup';

const ERROR_NAMES = ['error', 'error_code', 'error_description'];

/** Removes the error of a failed emailed link from the address bar. {@link ARRIVAL} does not change. */
export function removeLinkErrorFromUrl(): void {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.slice(1));
  const tellsError = fragment.has('error');
  for (const name of ERROR_NAMES) query.delete(name);
  const rest = query.size === 0 ? '' : `?${query}`;
  window.history.replaceState(window.history.state, '', pathname + rest + (tellsError ? '' : hash));
}

/**
 * How this visit started. The module reads the URL at load time, because the code may be removed from the URL before a
 * page mounts.
 */
export const VISIT_START: VisitStart = readArrival();
