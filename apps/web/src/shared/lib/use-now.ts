import { useCallback, useEffect, useState } from 'react';
import { useServices } from './services.ts';

/** Returns the time of the server clock. The component reads it every `everyMs` milliseconds, for countdowns. */
export function useServerNow(everyMs = 1_000): number {
  const { stream } = useServices();
  return useReading(
    useCallback(() => stream.serverNow(), [stream]),
    everyMs,
  );
}

/**
 * Returns the time of this device's clock. The component reads it every `everyMs` milliseconds, for texts such as
 * "since 12 s".
 */
export const useLocalNow = (everyMs = 1_000): number => useReading(Date.now, everyMs);

function useReading(read: () => number, everyMs: number): number {
  const [nowMs, setNowMs] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(read()), everyMs);
    return () => clearInterval(timer);
  }, [read, everyMs]);
  return nowMs;
}
