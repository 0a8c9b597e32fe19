import type { PixelPosition } from './shapes.ts';

/**
 * Width of a character of a text on the chart, in pixels. It is the mean of the font, at which no measuring is needed.
 */
const CHARACTER_PX = 7;
const HEIGHT_PX = 20;

/** Returns the box of a text that starts at a place of the chart. */
export const textBoxOf = (text: string, { x, y }: PixelPosition) => ({
  x,
  y: y - HEIGHT_PX / 2,
  width: Math.max(HEIGHT_PX, text.length * CHARACTER_PX),
  height: HEIGHT_PX,
});
