import { useEffect, useRef, useState } from 'react';
import { MarketScene, type SceneFrame } from './market-scene.ts';

/**
 * Playback speed in ticks per second. One minute of the market takes about half a second, so the animation takes about
 * 15 s.
 */
const TICKS_PER_SECOND = 125;
const FRAME_MS = 40;

const wantsNoMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

type Playback = { readonly frame: SceneFrame; readonly playing: boolean; readonly toggle: () => void };

/** Plays the animation while the page is visible. With reduced motion it shows the last frame only. */
export function useScene(): Playback {
  const scene = useRef<MarketScene | null>(null);
  scene.current ??= new MarketScene();
  const [playing, setPlaying] = useState(() => !wantsNoMotion());
  const [frame, setFrame] = useState(() => (wantsNoMotion() ? new MarketScene().finish() : new MarketScene().frame()));

  useEffect(() => {
    if (!playing) return;
    let lastMs = performance.now();
    let owed = 0;
    let request = requestAnimationFrame(function draw(nowMs) {
      request = requestAnimationFrame(draw);
      const elapsedMs = nowMs - lastMs;
      if (elapsedMs < FRAME_MS) return;
      lastMs = nowMs;
      // The elapsed time is limited. If the page was hidden, the animation therefore continues at the frame where it
      // stopped.
      owed += (Math.min(elapsedMs, 4 * FRAME_MS) / 1_000) * TICKS_PER_SECOND;
      const next = scene.current?.advance(Math.floor(owed));
      owed %= 1;
      if (!next) return;
      setFrame(next);
      if (next.over) setPlaying(false);
    });
    return () => cancelAnimationFrame(request);
  }, [playing]);

  const toggle = () => {
    if (frame.over) {
      scene.current = new MarketScene();
      setFrame(scene.current.frame());
      setPlaying(true);
    } else setPlaying(!playing);
  };
  return { frame, playing, toggle };
}
