import { useEffect, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { removeLinkErrorFromUrl, VISIT_START } from '#shared/auth/visit-start.ts';

/**
 * Returns the error code of the emailed link with which this visit started. Returns null if the link did not fail, and
 * undefined while the result is unknown.
 */
export function useLinkFault(): string | null | undefined {
  const { backend, loading } = useAuth();
  const [fault, setFault] = useState<string | null | undefined>(VISIT_START === 'with-sign-in' ? undefined : null);
  useEffect(() => {
    // The error is removed from the URL, so that neither a reload nor a shared URL shows it again.
    if (!loading && VISIT_START === 'with-error') removeLinkErrorFromUrl();
  }, [loading]);
  useEffect(() => {
    if (VISIT_START !== 'with-sign-in') return;
    backend()
      .then((connected) => connected.linkFault())
      .then(setFault, () => setFault(null));
  }, [backend]);
  return fault;
}
