import { useEffect, useState } from 'react';

/** Whole seconds that are left, and how to begin anew. Counted by the clock: a sleeping tab's timers fall behind. */
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
