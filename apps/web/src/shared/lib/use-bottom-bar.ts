import { type RefObject, useLayoutEffect } from 'react';

/** CSS variables with the heights of the elements at the bottom of the window, from the lowest up. */
export type BottomHeightVariable = '--nav-bar' | '--bottom-bar' | '--banner' | '--offer';

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
 * Writes the height of an element at the bottom of the window to a CSS variable, so that floating elements can stay
 * above it. By default the element is the order bar. A hidden element has the height 0.
 */
export const useBottomBar = (bar: RefObject<HTMLElement | null>, part: BottomHeightVariable = '--bottom-bar'): void =>
  useHeightVariable(bar, part);
