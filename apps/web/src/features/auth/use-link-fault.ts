import { useEffect, useState } from 'react';
import { ARRIVAL } from '#shared/auth/arrival.ts';
import { useAuth } from '#shared/auth/auth-context.ts';

/** Why the link of this visit gave no session: the service's code, null when none failed, undefined until it is known. */
export function useLinkFault(): string | null | undefined {
  const { backend } = useAuth();
  const [fault, setFault] = useState<string | null | undefined>(ARRIVAL === 'with-sign-in' ? undefined : null);
  useEffect(() => {
    if (ARRIVAL !== 'with-sign-in') return;
    backend()
      .then((connected) => connected.linkFault())
      .then(setFault, () => setFault(null));
  }, [backend]);
  return fault;
}
