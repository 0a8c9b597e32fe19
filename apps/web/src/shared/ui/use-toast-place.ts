import { useEffect, useState } from 'react';
import { useSonner } from 'sonner';
import { type Box, leastCoveringPlace } from './toast-place.ts';

/** Attribute of the figures that no toast may cover. */
const KEPT = '[data-keep-clear]';
/** Room for a toast of two lines, in pixels. */
const HEIGHT_PX = 92;
const WIDTH_PX = 266;
const GAP_PX = 12;
/** How often the place is checked while toasts are visible. */
const LOOK_EVERY_MS = 200;

type Place = 'bottom-left' | 'top-left' | 'bottom-center' | 'top-center';

/**
 * Returns where toasts appear: on a wide screen over the end of the sidebar, on a phone above the order bar. If figures
 * that must stay visible are there, the toasts appear at the top. The place follows while the page moves.
 */
export function useToastPlace(mobile: boolean): Place {
  const [place, setPlace] = useState<Place>(mobile ? 'bottom-center' : 'bottom-left');
  const count = useSonner().toasts.length;
  useEffect(() => {
    const look = () => setPlace(placeNow(mobile));
    look();
    if (count === 0) return;
    // Not only scrolling moves the figures: lists grow, and so does the bar at the bottom.
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [mobile, count]);
  return place;
}

function placeNow(mobile: boolean): Place {
  const kept = [...document.querySelectorAll(KEPT)].map((element) => element.getBoundingClientRect());
  const [low, high] = [bandAt('bottom', mobile), bandAt('top', mobile)];
  return mobile
    ? leastCoveringPlace<Place>(
        [
          ['bottom-center', low],
          ['top-center', high],
        ],
        kept,
      )
    : leastCoveringPlace<Place>(
        [
          ['bottom-left', low],
          ['top-left', high],
        ],
        kept,
      );
}

function bandAt(edge: 'top' | 'bottom', mobile: boolean): Box {
  const style = getComputedStyle(document.documentElement);
  const px = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const right = mobile ? window.innerWidth : WIDTH_PX;
  const floor = px('--nav-bar') + px('--bottom-bar');
  const top = edge === 'top' ? px('--header') : window.innerHeight - floor - GAP_PX - HEIGHT_PX;
  return { left: 0, right, top, bottom: top + HEIGHT_PX + GAP_PX };
}
