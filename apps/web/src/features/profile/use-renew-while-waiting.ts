import { useEffect } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';

const ASK_EVERY_MS = 10_000;

/** Renews the session now, at intervals and on focus while a mail awaits confirmation, perhaps on another device. */
export function useRenewWhileWaiting(isWaiting: boolean): void {
  const { backend } = useAuth();
  useEffect(() => {
    if (!isWaiting) return;
    const renew = () => {
      if (document.visibilityState !== 'visible') return;
      backend()
        .then((connected) => connected.renewSession())
        .catch(() => {});
    };
    renew();
    const timer = setInterval(renew, ASK_EVERY_MS);
    document.addEventListener('visibilitychange', renew);
    window.addEventListener('focus', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
      window.removeEventListener('focus', renew);
    };
  }, [isWaiting, backend]);
}
