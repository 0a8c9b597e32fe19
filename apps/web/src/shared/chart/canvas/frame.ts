import type { Palette } from './palette.ts';

/** The context for drawing the marks: the canvas, and the current mapping from times and prices to the canvas. */
export type Frame = {
  readonly ctx: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly width: number;
  readonly height: number;
  readonly nowMs: number;
  readonly x: (timeMs: number) => number;
  readonly y: (price: number) => number;
  readonly lastPrice: number;
  /** Whether the chart is narrow. Labels are short then. */
  readonly narrow: boolean;
  /** The boxes of the labels that are already drawn. Later labels avoid them. */
  readonly taken: Box[];
};

export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

const FONT_PX = 12;
const LABEL_HEIGHT = 20;
const LABEL_PAD = 8;
const LABEL_GAP = 4;

export type LabelLook = {
  readonly color: string;
  readonly background: string;
  readonly border: string;
  readonly radius: number;
  readonly weight: 500 | 600;
};

/**
 * Offsets in rows to try if the position of a label is occupied. The first offsets lead away from the labelled point,
 * the others to its other side.
 */
const ROWS_AWAY = [0, 1, 2, -1, -2] as const;

export type LabelPlace = {
  readonly centerX: number;
  readonly top: number;
  /** The vertical direction away from the labelled point; 1 is down. */
  readonly away: 1 | -1;
  /** Whether the label is skipped if its first position is occupied. */
  readonly optional?: boolean;
};

/** Draws a small text box that avoids earlier labels. Skips the label if no position is free. */
export function drawLabel(frame: Frame, text: string, place: LabelPlace, look: LabelLook): void {
  const { ctx, palette } = frame;
  ctx.font = `${look.weight} ${FONT_PX}px ${palette.font}`;
  const width = Math.ceil(ctx.measureText(text).width) + 2 * LABEL_PAD;
  const left = Math.round(clamp(place.centerX - width / 2, 2, frame.width - width - 2));
  const box = freeBox(frame, { left, top: Math.round(place.top), width, height: LABEL_HEIGHT }, place);
  if (!box) return;
  frame.taken.push(box);
  ctx.beginPath();
  ctx.roundRect(box.left + 0.5, box.top + 0.5, box.width - 1, box.height - 1, look.radius);
  ctx.fillStyle = look.background;
  ctx.fill();
  ctx.strokeStyle = look.border;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.fillStyle = look.color;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, box.left + box.width / 2, box.top + box.height / 2 + 1);
}

function freeBox(frame: Frame, wanted: Box, { away, optional = false }: LabelPlace): Box | null {
  for (const rows of optional ? [0] : ROWS_AWAY) {
    const top = wanted.top + away * rows * (LABEL_HEIGHT + LABEL_GAP);
    const box = { ...wanted, top: clamp(top, 2, frame.height - LABEL_HEIGHT - 2) };
    if (!frame.taken.some((other) => overlaps(box, other))) return box;
  }
  return null;
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

export function strokeLine(
  { ctx }: Frame,
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
