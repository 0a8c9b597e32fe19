/**
 * How the visit began. `with-sign-in`: the address holds tokens or a code for the auth client. `plain`: no mail link
 * was followed.
 */
export type Arrival = 'with-sign-in' | 'with-error' | 'plain';

function readArrival(): Arrival {
  const query = new URLSearchParams(window.location.search);
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  if (query.has('error') || fragment.has('error')) return 'with-error';
  return holdsSignIn() ? 'with-sign-in' : 'plain';
}

/**
 * Returns whether the address still holds a code or tokens. The auth client removes them after it has opened the
 * session.
 */
export const holdsSignIn = (): boolean =>
  new URLSearchParams(window.location.search).has('code') ||
  new URLSearchParams(window.location.hash.slice(1)).get('type') === 'signup';

const ERROR_NAMES = ['error', 'error_code', 'error_description'];

/** Removes the error of a refused link from the address bar. {@link ARRIVAL} keeps how the visit began. */
export function dropLinkError(): void {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.slice(1));
  const tellsError = fragment.has('error');
  for (const name of ERROR_NAMES) query.delete(name);
  const rest = query.size === 0 ? '' : `?${query}`;
  window.history.replaceState(window.history.state, '', pathname + rest + (tellsError ? '' : hash));
}

/** How this visit began. It is read when the app loads, because a page may mount after the code was removed. */
export const ARRIVAL: Arrival = readArrival();
