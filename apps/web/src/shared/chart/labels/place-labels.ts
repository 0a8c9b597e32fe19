import { type Box, isInside, overlaps } from './box.ts';

/** A label and the boxes where it may be drawn, best first. A label with a higher priority is placed earlier. */
export type WantedLabel = { readonly id: string; readonly priority: number; readonly places: readonly Box[] };

/** The area for labels, and the areas inside it that no label may touch. */
export type LabelArea = { readonly plot: Box; readonly forbidden: readonly Box[] };

/**
 * Places labels so that none overlaps another one, touches a forbidden area or leaves the plot. Each label gets the
 * first of its boxes that is free. A label without a free box is absent from the result: only forbidden areas and
 * labels of the same or a higher priority can be the reason.
 */
export function placeLabels(wanted: readonly WantedLabel[], { plot, forbidden }: LabelArea): ReadonlyMap<string, Box> {
  const placed = new Map<string, Box>();
  const taken: Box[] = [...forbidden];
  for (const { id, places } of wanted.toSorted((a, b) => b.priority - a.priority)) {
    const box = places.find((place) => isInside(place, plot) && !taken.some((other) => overlaps(place, other)));
    if (!box) continue;
    placed.set(id, box);
    taken.push(box);
  }
  return placed;
}
