import { useEffect } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';

/** While a mail waits for its answer, perhaps given on another device: coming back to this tab asks the service. */
export function useRenewOnReturn(isWaiting: boolean): void {
  const { backend } = useAuth();
  useEffect(() => {
    if (!isWaiting) return;
    const renew = () => {
      if (document.visibilityState !== 'visible') return;
      backend()
        .then((connected) => connected.renewSession())
        .catch(() => {});
    };
    document.addEventListener('visibilitychange', renew);
    return () => document.removeEventListener('visibilitychange', renew);
  }, [isWaiting, backend]);
}
