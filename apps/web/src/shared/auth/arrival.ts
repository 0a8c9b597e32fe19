/** `with-sign-in` = the address holds what the auth client turns into a session; `plain` = nobody clicked a link. */
export type Arrival = 'with-sign-in' | 'with-error' | 'plain';

function readArrival(): Arrival {
  const query = new URLSearchParams(window.location.search);
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  if (query.has('error') || fragment.has('error')) return 'with-error';
  return holdsSignIn() ? 'with-sign-in' : 'plain';
}

/** Whether the address still holds a code or tokens: the auth client takes them out once they became a session. */
export const holdsSignIn = (): boolean =>
  new URLSearchParams(window.location.search).has('code') ||
  new URLSearchParams(window.location.hash.slice(1)).get('type') === 'signup';

/** How this visit began; read as the app loads, because a page may come after the code has been taken out. */
export const ARRIVAL: Arrival = readArrival();
