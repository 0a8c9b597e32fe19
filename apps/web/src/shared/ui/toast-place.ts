/** A rectangle of the window, in pixels. */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

const overlapOf = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/**
 * Returns the name of the first place that covers none of the boxes, or of the place that covers the least of them.
 * @param places the places in order of preference; there is at least one
 */
export function leastCoveringPlace<Name extends string>(
  places: readonly [readonly [Name, Box], ...(readonly [Name, Box])[]],
  kept: readonly Box[],
): Name {
  const covered = places.map(([name, box]) => ({
    name,
    area: kept.reduce((sum, each) => sum + overlapOf(box, each), 0),
  }));
  return covered.reduce((best, each) => (each.area < best.area ? each : best), {
    name: places[0][0],
    area: covered[0]?.area ?? 0,
  }).name;
}
