import { useSyncExternalStore } from 'react';
import { useServices } from './services.ts';
import type { StreamStatus } from './stream-client.ts';

export function useStreamStatus(): StreamStatus {
  const { stream } = useServices();
  return useSyncExternalStore(
    (changed) => stream.onStatus(changed),
    () => stream.status,
  );
}
