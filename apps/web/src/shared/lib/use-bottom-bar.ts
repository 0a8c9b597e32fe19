import { type RefObject, useLayoutEffect } from 'react';

const HEIGHT = '--bottom-bar';

/** Tells the style sheet how high a bar at the bottom of the window is: what floats there keeps above it. */
export function useBottomBar(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(HEIGHT, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, [bar]);
}
