import { useEffect, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';

/**
 * Returns the address that the user requested, while its confirmation is pending. Returns null if there is none, or if
 * the user dismissed it on this screen. The hook renews the session at intervals, because the user may confirm the
 * address on another device.
 */
export function usePendingAddress() {
  const { user } = useAuth();
  const [isFresh, setFresh] = useState(false);
  const [putAside, setPutAside] = useState<string | null>(null);
  const pending = user?.new_email && user.new_email !== putAside ? user.new_email : null;
  useRenewWhileWaiting(pending !== null);
  return {
    pending,
    /** Whether the user made the request on this screen. */
    isFresh,
    /** Call this before the request, because the code field may appear as soon as the response arrives. */
    onAsk: () => setFresh(true),
    onAsked: () => setPutAside(null),
    putAside: () => setPutAside(pending),
  };
}

const ASK_EVERY_MS = 10_000;

/** Renews the session now, at intervals and on focus while a confirmation is pending. */
function useRenewWhileWaiting(isWaiting: boolean): void {
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
