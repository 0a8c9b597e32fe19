type Span = { readonly top: number; readonly bottom: number };

/**
 * Middles of boxes of one height, each as near as it can be to where it is wanted: clear of `keepClear` and of the
 * boxes wanted before it. Answers in the order asked, in the same unit (pixels, downwards).
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
