import { useCallback, useEffect, useState } from 'react';
import { useServices } from './services.ts';

/** Returns the time of the server's clock, for countdowns. The component reads it every `everyMs` milliseconds. */
export function useServerNow(everyMs = 1_000): number {
  const { stream } = useServices();
  return useReading(
    useCallback(() => stream.serverNow(), [stream]),
    everyMs,
  );
}

/**
 * Returns the time of this device's clock, for texts such as "for 12 s". The component reads it every `everyMs`
 * milliseconds.
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
