import { type RefObject, useLayoutEffect } from 'react';

/** Writes the height of an element to a CSS variable of the page, as long as the element is mounted. */
export function useHeightVariable(of: RefObject<HTMLElement | null>, name: `--${string}`): void {
  useLayoutEffect(() => {
    const element = of.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [of, name]);
}

/**
 * Writes the height of a bar at the bottom of the window to a CSS variable, so that floating elements can stay above
 * the bar.
 */
export const useBottomBar = (bar: RefObject<HTMLElement | null>): void => useHeightVariable(bar, '--bottom-bar');
