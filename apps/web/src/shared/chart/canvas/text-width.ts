/**
 * Number of remembered widths. Texts on a chart are few, but a countdown of another length or a new stake adds one.
 */
const REMEMBERED = 500;
const widths = new Map<string, number>();

/**
 * Returns the width of a text in pixels, and remembers it, because measuring costs more than drawing. All digits count
 * as zeros, so that a countdown does not change the width of its label.
 */
export function textWidth(ctx: CanvasRenderingContext2D, font: string, text: string): number {
  const measured = text.replace(/\d/g, '0');
  return rememberedWidth(`${font}\n${measured}`, () => {
    ctx.font = font;
    return ctx.measureText(measured).width;
  });
}

/** Returns the remembered width of a key, or measures it. */
export function rememberedWidth(key: string, measure: () => number): number {
  const known = widths.get(key);
  if (known !== undefined) return known;
  const width = measure();
  if (widths.size >= REMEMBERED) widths.clear();
  widths.set(key, width);
  return width;
}
