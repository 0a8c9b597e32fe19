import { useEffect, useState } from 'react';
import { ARRIVAL, holdsSignIn } from '#shared/auth/arrival.ts';
import { useAuth } from '#shared/auth/auth-context.ts';
import { useLinkFault } from './use-link-fault.ts';

/**
 * Outcome of a confirmation link. `elsewhere`: the service confirmed the address, but this browser cannot be
 * signed in, because another browser made the request or the link came too late. For a user who is already
 * signed in: `untouched` = the service does not know the code, `other-account` = no failure is known.
 */
export type LinkOutcome = 'checking' | 'none' | 'signed-in' | 'elsewhere' | 'other-account' | 'untouched' | 'refused';

/** True for a code that the service knows: the click that confirmed the address created it. */
const KNOWN_CODE = new Set(['flow_state_expired', 'bad_code_verifier']);

export function useLinkOutcome(): LinkOutcome {
  const { loading, isAuthenticated } = useAuth();
  const fault = useLinkFault();
  const isUnexchanged = ARRIVAL === 'with-sign-in' && holdsSignIn();
  const change = useLateChange(!loading && isAuthenticated && isUnexchanged && fault !== undefined);
  if (ARRIVAL === 'plain') return 'none';
  if (ARRIVAL === 'with-error') return 'refused';
  if (loading || fault === undefined) return 'checking';
  if (!isUnexchanged) return isAuthenticated ? 'signed-in' : 'elsewhere';
  const isRefused = fault !== null && !KNOWN_CODE.has(fault);
  if (!isAuthenticated) return isRefused ? 'refused' : 'elsewhere';
  if (change !== 'unchanged') return change;
  return isRefused ? 'untouched' : 'other-account';
}

/**
 * The auth client drops its half of a link when the session is renewed in between, and a changed address gives
 * no new session. A renewed session names the address in force.
 */
function useLateChange(isAsked: boolean): 'checking' | 'signed-in' | 'unchanged' {
  const { user, backend } = useAuth();
  const email = user?.email ?? '';
  const [before, setBefore] = useState<string | null>(null);
  const [isRenewed, setRenewed] = useState(false);
  if (isAsked && before === null) setBefore(email);
  useEffect(() => {
    if (!isAsked) return;
    backend()
      .then((connected) => connected.renewSession())
      .catch(() => {})
      .finally(() => setRenewed(true));
  }, [isAsked, backend]);
  if (!isRenewed) return 'checking';
  return email === before ? 'unchanged' : 'signed-in';
}
