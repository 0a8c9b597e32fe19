import { useEffect, useState } from 'react';
import { ARRIVAL, holdsSignIn } from '#shared/auth/arrival.ts';
import { useAuth } from '#shared/auth/auth-context.ts';
import { useLinkFault } from './use-link-fault.ts';

/**
 * What came of a confirmation link. `elsewhere` = the service confirmed the address, but this browser cannot be
 * signed in: it is not the one that asked, or it came too late. Where somebody
 * is signed in as before: `untouched` = the service does not know the code, `other-account` = nothing says it failed.
 */
export type LinkOutcome = 'checking' | 'none' | 'signed-in' | 'elsewhere' | 'other-account' | 'untouched' | 'refused';

/** A code the service knew: it was made by the click that confirmed the address. */
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
 * The auth client forgets its half of a link when the session is renewed meanwhile, and a changed address comes
 * without a new session. The service knows: asked for the session anew, it names the address that counts now.
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
