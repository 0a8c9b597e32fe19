import { useEffect, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';

/**
 * Returns the requested address while its mail awaits confirmation; null without one, or after the user dismissed it on
 * this screen. The session is renewed meanwhile, so that a confirmation on another device shows here.
 */
export function usePendingAddress() {
  const { user } = useAuth();
  const [isFresh, setFresh] = useState(false);
  const [putAside, setPutAside] = useState<string | null>(null);
  const pending = user?.new_email && user.new_email !== putAside ? user.new_email : null;
  useRenewWhileWaiting(pending !== null);
  return {
    pending,
    /** Whether the request was made on this screen. */
    isFresh,
    /** The caller calls this before the request, because the response may already make the code field appear. */
    onAsk: () => setFresh(true),
    onAsked: () => setPutAside(null),
    putAside: () => setPutAside(pending),
  };
}

const ASK_EVERY_MS = 10_000;

/** Renews the session now, at intervals and on focus while a mail awaits confirmation, perhaps on another device. */
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
