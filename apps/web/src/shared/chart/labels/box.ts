/** A rectangle in pixels from the top left corner of the candle pane. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

export type Point = { readonly x: number; readonly y: number };

/** Returns whether two boxes share an area. Boxes that only touch do not overlap. */
export const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/** Returns whether `inner` lies completely in `outer`. */
export const isInside = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left &&
  inner.top >= outer.top &&
  inner.left + inner.width <= outer.left + outer.width &&
  inner.top + inner.height <= outer.top + outer.height;

export const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
