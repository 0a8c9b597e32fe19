type Span = { readonly top: number; readonly bottom: number };

/**
 * Returns the centres of boxes of equal height. Each box is as close as possible to its wanted position, and overlaps
 * neither `keepClear` nor earlier boxes. Order and unit (pixels, downwards) are those of `wanted`.
 */
export function spread(wanted: readonly number[], height: number, keepClear: Span): number[] {
  const taken: Span[] = [keepClear];
  return wanted.map((middle) => {
    const place = nearestFree(middle, height, taken);
    taken.push({ top: place - height / 2, bottom: place + height / 2 });
    return place;
  });
}

function nearestFree(middle: number, height: number, taken: readonly Span[]): number {
  const isFree = (place: number) =>
    taken.every(({ top, bottom }) => place + height / 2 <= top || place - height / 2 >= bottom);
  const edges = taken.flatMap(({ top, bottom }) => [top - height / 2, bottom + height / 2]);
  const [nearest = middle] = [middle, ...edges]
    .filter(isFree)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return nearest;
}
