import { outcomeAt } from '@vigia/core/kernel';
import type { Point } from '../labels/box.ts';
import type { ChipText, PlacedChip } from '../labels/chips.ts';
import { LABEL_PAD_PX } from '../labels/label-scene.ts';
import type { TradeMark } from '../marks/trade-marks.ts';
import { type DrawingFrame, type LabelColors, labelFont, paintRoundedBox, strokeLine } from './frame.ts';
import { textWidth } from './text-width.ts';

const CHIP_RADIUS = 8;
const DOT_PX = 3.5;

/**
 * Draws the entry line of each trade and the area from entry to expiry, below the candles. The colour of the area
 * depends on the current result of the trade.
 */
export function paintTradeAreas(frame: DrawingFrame, trades: readonly TradeMark[]): void {
  const { ctx, palette } = frame;
  for (const trade of trades) {
    const entryY = Math.round(frame.y(trade.entryPrice)) + 0.5;
    const { text } = palette.side[trade.direction];
    strokeLine(frame, [frame.x(trade.entryMs), entryY], [frame.width, entryY], { color: text, dash: [5, 4] });
  }
  for (const trade of trades) {
    const outcome = outcomeAt(trade.direction, trade.entryPrice, frame.lastPrice);
    const from = frame.x(trade.entryMs);
    const entryY = frame.y(trade.entryPrice);
    ctx.globalAlpha = 0.16;
    ctx.fillStyle = palette.side[outcome === 'won' ? 'CALL' : 'PUT'].candle;
    ctx.fillRect(from, entryY, frame.x(trade.expiryMs) - from, frame.y(frame.lastPrice) - entryY);
  }
  ctx.globalAlpha = 1;
}

/** Draws the line of each expiry and a dot at each entry. */
export function paintTrades(frame: DrawingFrame, trades: readonly TradeMark[]): void {
  const { palette } = frame;
  for (const expiryMs of new Set(trades.map((trade) => trade.expiryMs))) {
    const x = Math.round(frame.x(expiryMs)) + 0.5;
    strokeLine(frame, [x, 0], [x, frame.height], { color: palette.text2, dash: [2, 3] });
  }
  for (const { entryMs, entryPrice, direction } of trades)
    paintDot(frame, { x: frame.x(entryMs), y: Math.round(frame.y(entryPrice)) + 0.5 }, palette.side[direction].text);
}

/** Draws the chips of the open trades with their leader lines. */
export function paintChips(frame: DrawingFrame, chips: readonly PlacedChip[]): void {
  for (const { leaders } of chips) {
    for (const { from, to } of leaders)
      strokeLine(frame, [from.x, from.y], [to.x, Math.round(to.y) + 0.5], { color: frame.palette.text2 });
  }
  for (const chip of chips) paintChip(frame, chip);
}

function paintChip(frame: DrawingFrame, chip: PlacedChip): void {
  const { ctx } = frame;
  const { box, rows } = chip;
  const look = lookOf(frame, chip);
  paintRoundedBox(frame, box, look, CHIP_RADIUS);
  ctx.font = labelFont(frame.palette);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const rowPx = (box.height - 6) / rows.length;
  for (const [index, row] of rows.entries()) {
    let x = box.left + LABEL_PAD_PX;
    for (const part of row) {
      ctx.fillStyle = colorOf(frame, chip, part, look.color);
      ctx.fillText(part.text, x, box.top + 3 + (index + 0.5) * rowPx + 1);
      x += textWidth(ctx, ctx.font, part.text);
    }
  }
}

/** Returns the colours of a chip: those of its direction, or neutral ones for trades in both directions. */
function lookOf({ palette }: DrawingFrame, { group: { lines } }: PlacedChip): LabelColors {
  const [only, ...others] = lines;
  if (!only || others.some(({ direction }) => direction !== only.direction))
    return { color: palette.text1, background: palette.overlay, border: palette.lineStrong };
  const { fill } = palette.side[only.direction];
  return { color: palette.onFill, background: fill, border: fill };
}

/** Returns the colour of a text: on a neutral chip, each line has the colour of its direction. */
const colorOf = ({ palette }: DrawingFrame, { group }: PlacedChip, { direction }: ChipText, base: string): string =>
  direction !== null && group.lines.some((line) => line.direction !== direction) ? palette.side[direction].text : base;

function paintDot({ ctx, palette }: DrawingFrame, { x, y }: Point, color: string): void {
  ctx.beginPath();
  ctx.arc(x, y, DOT_PX, 0, 2 * Math.PI);
  ctx.fillStyle = color;
  ctx.fill();
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = palette.ground;
  ctx.stroke();
}
