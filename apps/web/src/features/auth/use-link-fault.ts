import { useEffect, useState } from 'react';
import { ARRIVAL, dropLinkError } from '#shared/auth/arrival.ts';
import { useAuth } from '#shared/auth/auth-context.ts';

/**
 * Returns the error code of the emailed link with which this visit started. Returns null if the link did not fail, and
 * undefined while the result is unknown.
 */
export function useLinkFault(): string | null | undefined {
  const { backend, loading } = useAuth();
  const [fault, setFault] = useState<string | null | undefined>(ARRIVAL === 'with-sign-in' ? undefined : null);
  useEffect(() => {
    // The error is removed from the URL, so that neither a reload nor a shared URL shows it again.
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
