import { useEffect, useState } from 'react';
import { ARRIVAL, dropLinkError } from '#shared/auth/arrival.ts';
import { useAuth } from '#shared/auth/auth-context.ts';

/** Returns the error code of the link of this visit; null if it did not fail, undefined until this is known. */
export function useLinkFault(): string | null | undefined {
  const { backend, loading } = useAuth();
  const [fault, setFault] = useState<string | null | undefined>(ARRIVAL === 'with-sign-in' ? undefined : null);
  useEffect(() => {
    // A reload or a shared address must not show the error again.
    if (!loading && ARRIVAL === 'with-error') dropLinkError();
  }, [loading]);
  useEffect(() => {
    if (ARRIVAL !== 'with-sign-in') return;
    backend()
      .then((connected) => connected.linkFault())
      .then(setFault, () => setFault(null));
  }, [backend]);
  return fault;
}
