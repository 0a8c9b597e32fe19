import { useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { useRenewWhileWaiting } from './use-renew-while-waiting.ts';

/**
 * The address that was asked for and waits for its mail to be answered, unless it was put aside on this screen; null if
 * none. While it waits the session is renewed, so that an answer given elsewhere shows here.
 */
export function usePendingAddress() {
  const { user } = useAuth();
  const [isFresh, setFresh] = useState(false);
  const [putAside, setPutAside] = useState<string | null>(null);
  const pending = user?.new_email && user.new_email !== putAside ? user.new_email : null;
  useRenewWhileWaiting(pending !== null);
  return {
    pending,
    /** It was asked for on this very screen. */
    isFresh,
    /** Before the answer: the field for the code may come with it. */
    onAsk: () => setFresh(true),
    onAsked: () => setPutAside(null),
    putAside: () => setPutAside(pending),
  };
}
