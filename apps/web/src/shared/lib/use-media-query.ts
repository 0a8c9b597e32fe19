import { LIMITS } from '@vigia/core/vocabulary';
import { useSyncExternalStore } from 'react';

/** Returns whether a CSS media query matches now. */
export const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );

/** Returns whether the header has no space for all buttons: on phones and tablets, up to the breakpoint `lg`. */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 1200px)');

/** Returns whether the phone layout applies, which has an overlay menu, an order bar and bottom sheets. */
export const useIsMobile = (): boolean => useMediaQuery(`(max-width: ${LIMITS.mobileBreakpointPx}px)`);

/**
 * Returns whether a phone is held sideways. A zoomed page on a laptop can have the same small height, but the laptop
 * has a mouse. An upright phone with an open keyboard can have this height too, but it is narrower.
 */
export const useIsSideways = (): boolean =>
  useMediaQuery('(orientation: landscape) and (max-height: 499px) and (min-width: 540px) and (pointer: coarse)');
