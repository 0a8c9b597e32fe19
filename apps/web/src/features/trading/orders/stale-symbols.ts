import { useSyncExternalStore } from 'react';
import { stream } from '#shared/lib/stream.ts';

let stale: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

stream.on('feed', (event) => {
  stale = new Set(event.stale_symbols);
  for (const listener of listeners) listener();
});

/** Whether the server says that no fresh price comes for this symbol. */
export const useIsCalledStale = (symbol: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    () => stale.has(symbol),
  );
