import type { Box } from '../labels/box.ts';
import type { Palette } from './palette.ts';

/** The context for drawing the marks: the canvas, and the current mapping from times and prices to the canvas. */
export type DrawingFrame = {
  readonly ctx: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly width: number;
  readonly height: number;
  readonly nowMs: number;
  readonly x: (timeMs: number) => number;
  readonly y: (price: number) => number;
  readonly lastPrice: number;
};

const FONT_PX = 12;

export type LabelColors = { readonly color: string; readonly background: string; readonly border: string };

/** Returns the font of all texts on the canvas. */
export const labelFont = ({ font }: Palette): string => `600 ${FONT_PX}px ${font}`;

/** Draws a box with rounded corners in the colours of a label. */
export function paintRoundedBox(
  { ctx }: DrawingFrame,
  box: Box,
  { background, border }: LabelColors,
  radius: number,
): void {
  ctx.beginPath();
  ctx.roundRect(box.left + 0.5, box.top + 0.5, box.width - 1, box.height - 1, radius);
  ctx.fillStyle = background;
  ctx.fill();
  ctx.strokeStyle = border;
  ctx.lineWidth = 1;
  ctx.stroke();
}

/** Draws a text in the middle of its box. */
export function paintLabel(frame: DrawingFrame, text: string, box: Box, look: LabelColors): void {
  const { ctx, palette } = frame;
  paintRoundedBox(frame, box, look, 4);
  ctx.font = labelFont(palette);
  ctx.fillStyle = look.color;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, box.left + box.width / 2, box.top + box.height / 2 + 1);
}

export function strokeLine(
  { ctx }: DrawingFrame,
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  stroke: { readonly color: string; readonly width?: number; readonly dash?: readonly number[] },
): void {
  ctx.save();
  ctx.beginPath();
  ctx.setLineDash([...(stroke.dash ?? [])]);
  ctx.lineWidth = stroke.width ?? 1;
  ctx.strokeStyle = stroke.color;
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
  ctx.restore();
}
