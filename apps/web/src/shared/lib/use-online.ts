import { useSyncExternalStore } from 'react';

/** Whether the machine has a network at all; the server may be out of reach all the same. */
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
