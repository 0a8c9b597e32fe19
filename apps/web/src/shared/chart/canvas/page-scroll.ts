/** Where a finger has gone so far that its direction can be told. */
const TOLD_PX = 8;
/** Held this long, it has called the crosshair, which goes wherever the finger does. */
const HELD_MS = 450;

/**
 * Leaves a finger that goes up or down to the page: on a phone, where the chart fills the width, it could not be scrolled
 * past. The chart library takes every finger for itself and has no setting for that, so it is not told of this one.
 * @returns ends it
 */
export function leaveVerticalToPage(box: HTMLElement): () => void {
  let start: { readonly x: number; readonly y: number; readonly atMs: number } | null = null;
  let belongsTo: 'page' | 'chart' | null = null;
  const began = ({ touches, timeStamp }: TouchEvent) => {
    const [first] = touches;
    belongsTo = touches.length > 1 ? 'chart' : null;
    start = first ? { x: first.clientX, y: first.clientY, atMs: timeStamp } : null;
  };
  const moved = (event: TouchEvent) => {
    const [first] = event.touches;
    if (belongsTo === null && start && first) {
      const [across, down] = [Math.abs(first.clientX - start.x), Math.abs(first.clientY - start.y)];
      if (event.timeStamp - start.atMs > HELD_MS) belongsTo = 'chart';
      else if (Math.max(across, down) >= TOLD_PX) belongsTo = down > across ? 'page' : 'chart';
    }
    // Until the direction is known nobody moves anything.
    if (belongsTo !== 'chart') event.stopPropagation();
  };
  const options = { capture: true, passive: true } as const;
  box.addEventListener('touchstart', began, options);
  box.addEventListener('touchmove', moved, options);
  return () => {
    box.removeEventListener('touchstart', began, options);
    box.removeEventListener('touchmove', moved, options);
  };
}
