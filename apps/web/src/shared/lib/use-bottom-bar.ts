import { type RefObject, useLayoutEffect } from 'react';

const HEIGHT = '--bottom-bar';

/**
 * Writes the height of a bar at the bottom of the window to a CSS variable, so that floating elements can stay above
 * the bar.
 */
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
