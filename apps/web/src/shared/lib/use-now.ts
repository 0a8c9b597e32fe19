import { useEffect, useState } from 'react';
import { stream } from './stream.ts';

/** The server's clock, read again every `everyMs` while mounted: for countdowns. */
export const useServerNow = (everyMs = 1_000): number => useReading(readServerClock, everyMs);

/** This machine's clock, read again every `everyMs` while mounted: for "since 12 s". */
export const useLocalNow = (everyMs = 1_000): number => useReading(Date.now, everyMs);

const readServerClock = (): number => stream.serverNow();

function useReading(read: () => number, everyMs: number): number {
  const [nowMs, setNowMs] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(read()), everyMs);
    return () => clearInterval(timer);
  }, [read, everyMs]);
  return nowMs;
}
