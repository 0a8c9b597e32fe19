import { useSyncExternalStore } from 'react';

/** Returns whether the machine has a network connection; the server may still be unreachable. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      for (const event of ['online', 'offline']) window.addEventListener(event, changed);
      return () => {
        for (const event of ['online', 'offline']) window.removeEventListener(event, changed);
      };
    },
    () => navigator.onLine,
  );
