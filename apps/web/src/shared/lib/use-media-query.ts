import { LIMITS } from '@vigia/core/vocabulary';
import { useSyncExternalStore } from 'react';

/** Returns whether a CSS media query matches now. */
const useMediaQuery = (query: string): boolean =>
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
