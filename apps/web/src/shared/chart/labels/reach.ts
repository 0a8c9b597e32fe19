import type { Box } from './box.ts';

/** How far in pixels the area for a finger extends beyond each side of a label. */
export type Reach = { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };

/** Smallest width and height in pixels of an area for a finger (WCAG 2.5.5). */
const FINGER_PX = 44;

/**
 * Returns the area for a finger of each label. It is at least {@link FINGER_PX} wide and high. Between two close labels
 * it ends in the middle, so that a tap opens the nearer one.
 */
export function reachesOf(boxes: readonly Box[]): Reach[] {
  const reaches = boxes.map(({ width, height }) => {
    const [x, y] = [Math.max(0, (FINGER_PX - width) / 2), Math.max(0, (FINGER_PX - height) / 2)];
    return { top: y, right: x, bottom: y, left: x };
  });
  for (const [index, box] of boxes.entries()) {
    for (const [other, otherBox] of boxes.entries()) {
      const [own, others] = [reaches[index], reaches[other]];
      if (own && others && index !== other) keepApart([box, own], [otherBox, others]);
    }
  }
  return reaches;
}

type Reaching = readonly [Box, { -readonly [Side in keyof Reach]: Reach[Side] }];

/** Shortens the two areas between `a` and `b` if they meet there and `b` lies to the right of `a` or below it. */
function keepApart([a, reachA]: Reaching, [b, reachB]: Reaching): void {
  const right = b.left - (a.left + a.width);
  const below = b.top - (a.top + a.height);
  const left = a.left - (b.left + b.width);
  const above = a.top - (b.top + b.height);
  if (Math.max(right, left) >= reachA.right + reachB.left || Math.max(below, above) >= reachA.bottom + reachB.top)
    return;
  const widest = Math.max(right, below, left, above);
  if (widest < 0) return;
  if (widest === right) {
    reachA.right = Math.min(reachA.right, right / 2);
    reachB.left = Math.min(reachB.left, right / 2);
  } else if (widest === below) {
    reachA.bottom = Math.min(reachA.bottom, below / 2);
    reachB.top = Math.min(reachB.top, below / 2);
  }
}
