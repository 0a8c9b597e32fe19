/** Distance in pixels after which the direction of a touch is known. */
const DIRECTION_PX = 8;
/** Time in milliseconds after which a touch that has not moved controls the crosshair, in every direction. */
const HELD_MS = 450;

/**
 * Removes the chart from the tab order and limits its touch handling. By default, the library puts its elements into
 * the tab order and handles every touch.
 */
export function leaveFocusAndTouchToPage(box: HTMLElement): void {
  for (const child of box.children) {
    if (!(child instanceof HTMLElement)) continue;
    child.tabIndex = -1;
    child.style.touchAction = 'pan-y';
    child.style.overscrollBehavior = 'auto';
  }
}

/**
 * Lets a vertical swipe over the chart scroll the page. On a phone the chart fills the width, so the user could
 * otherwise not scroll past it. The chart library has no setting for this, so the function stops the touch events.
 * @returns the function that removes the handlers
 */
export function leaveVerticalToPage(box: HTMLElement): () => void {
  let start: { readonly x: number; readonly y: number; readonly atMs: number } | null = null;
  let belongsTo: 'page' | 'chart' | null = null;
  const onStart = ({ touches, timeStamp }: TouchEvent) => {
    const [first] = touches;
    belongsTo = touches.length > 1 ? 'chart' : null;
    start = first ? { x: first.clientX, y: first.clientY, atMs: timeStamp } : null;
  };
  const onMove = (event: TouchEvent) => {
    const [first] = event.touches;
    if (belongsTo === null && start && first) {
      const [across, down] = [Math.abs(first.clientX - start.x), Math.abs(first.clientY - start.y)];
      if (event.timeStamp - start.atMs > HELD_MS) belongsTo = 'chart';
      else if (Math.max(across, down) >= DIRECTION_PX) belongsTo = down > across ? 'page' : 'chart';
    }
    // Until the direction is known, neither the page nor the chart scrolls.
    if (belongsTo !== 'chart') event.stopPropagation();
  };
  const options = { capture: true, passive: true } as const;
  box.addEventListener('touchstart', onStart, options);
  box.addEventListener('touchmove', onMove, options);
  return () => {
    box.removeEventListener('touchstart', onStart, options);
    box.removeEventListener('touchmove', onMove, options);
  };
}
