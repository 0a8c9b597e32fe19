import { useSyncExternalStore } from 'react';

/** Returns whether the device has a network connection. The server may be unreachable even if it has one. */
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
