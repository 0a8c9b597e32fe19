import { useEffect, useState } from 'react';

/**
 * Returns the remaining whole seconds and a function that restarts the countdown. The hook computes the seconds from
 * the clock, because timers run late in an inactive tab.
 */
export function useCountdown(initialS = 0): { readonly leftS: number; readonly start: (seconds: number) => void } {
  const [endsMs, setEndsMs] = useState(() => Date.now() + initialS * 1_000);
  const [nowMs, setNowMs] = useState(() => Date.now());
  const isOver = nowMs >= endsMs;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNowMs(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  const start = (seconds: number) => {
    const startMs = Date.now();
    setNowMs(startMs);
    setEndsMs(startMs + seconds * 1_000);
  };
  return { leftS: Math.max(0, Math.ceil((endsMs - nowMs) / 1_000)), start };
}
