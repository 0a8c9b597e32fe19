import { useEffect } from 'react';

/**
 * Prevents a press on an element over the chart from panning the chart. The library listens to mouse and touch events
 * on an outer element.
 */
export function useShieldFromChart(element: { readonly current: Element | null }): void {
  useEffect(() => {
    const kept = element.current;
    const keep = (event: Event) => event.stopPropagation();
    const names = ['mousedown', 'touchstart'] as const;
    for (const name of names) kept?.addEventListener(name, keep, { passive: true });
    return () => {
      for (const name of names) kept?.removeEventListener(name, keep);
    };
  }, [element]);
}
