import type { LabelLayout } from '../labels/lay-out-labels.ts';
import { BRACKET_GAP_PX } from '../labels/zone-labels.ts';
import type { ZoneMark } from '../marks/zone-marks.ts';
import { type DrawingFrame, paintLabel, strokeLine } from './frame.ts';

/** Opacity of the areas of an active PCR zone. */
const TINT = { run: 0.1, wide: 0.11, fine: 0.2 } as const;
const ENDED_FADE = 0.45;
const BRACKET_ARM_PX = 6;
/**
 * Smallest width in pixels at which a run of candles gets a bracket. Narrower runs come from a much smaller timeframe.
 */
const BRACKET_MIN_PX = 6;

type Placed = { readonly left: number; readonly right: number; readonly runRight: number };

/** Draws the tinted areas of the PCR zones below the candles. */
export function paintZoneAreas(frame: DrawingFrame, zones: readonly ZoneMark[]): void {
  const { ctx, palette } = frame;
  for (const zone of zones) {
    const placed = placeOf(frame, zone);
    if (!placed) continue;
    const { left, right, runRight } = placed;
    const fade = zone.endedMs === null ? 1 : ENDED_FADE;
    const { candle } = palette.side[zone.direction];
    fillBand(frame, zone.fine, left, right, candle, TINT.fine * fade);
    fillBand(frame, zone.wide, left, right, candle, TINT.wide * fade);
    ctx.globalAlpha = TINT.run * fade;
    ctx.fillStyle = palette.accent;
    ctx.beginPath();
    const top = frame.y(zone.run.high) - 4;
    ctx.roundRect(left, top, Math.max(1, runRight - left), frame.y(zone.run.low) + 4 - top, 2);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

/** Draws the optimal lines and the brackets of the PCR zones, above the candles and below every text. */
export function paintZoneLines(frame: DrawingFrame, zones: readonly ZoneMark[]): void {
  for (const zone of zones) {
    const placed = placeOf(frame, zone);
    if (!placed) continue;
    frame.ctx.globalAlpha = zone.endedMs === null ? 1 : ENDED_FADE;
    const y = Math.round(frame.y(zone.optimal)) + 0.5;
    strokeLine(frame, [placed.left, y], [placed.right, y], {
      color: frame.palette.side[zone.direction].text,
      dash: [2, 4],
    });
    paintBracket(frame, zone, placed);
  }
  frame.ctx.globalAlpha = 1;
}

function paintBracket(frame: DrawingFrame, zone: ZoneMark, { left, runRight }: Placed): void {
  if (runRight - left < BRACKET_MIN_PX) return;
  const { ctx, palette } = frame;
  const { y, outward } = bracketOf(frame, zone);
  ctx.beginPath();
  ctx.moveTo(left + 0.5, y - outward * BRACKET_ARM_PX);
  ctx.lineTo(left + 0.5, y);
  ctx.lineTo(runRight - 0.5, y);
  ctx.lineTo(runRight - 0.5, y - outward * BRACKET_ARM_PX);
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = palette.accent;
  ctx.stroke();
}

/** Returns the position of the bracket of a run of candles, and the vertical direction away from the run. 1 is down. */
function bracketOf(
  frame: DrawingFrame,
  { direction, run }: ZoneMark,
): { readonly y: number; readonly outward: 1 | -1 } {
  const outward = direction === 'CALL' ? 1 : -1;
  const edge = frame.y(direction === 'CALL' ? run.low : run.high);
  return { y: Math.round(edge + outward * BRACKET_GAP_PX) + 0.5, outward };
}

/** Draws the names of the active PCR zones. */
export function paintZoneLabels(frame: DrawingFrame, zones: LabelLayout['zones']): void {
  const { palette } = frame;
  for (const { zone, box } of zones) {
    const color = palette.side[zone.direction].text;
    paintLabel(frame, zone.label, box, { color, border: color, background: palette.surface });
  }
}

/** Returns the horizontal position of a PCR zone, or null if the zone is outside the visible time range. */
function placeOf(frame: DrawingFrame, zone: ZoneMark): Placed | null {
  const left = Math.round(frame.x(zone.run.fromMs));
  const right = zone.endedMs === null ? frame.width : Math.round(frame.x(zone.endedMs));
  if (left > frame.width || right < 0) return null;
  return { left, right: Math.min(right, frame.width), runRight: Math.round(frame.x(zone.run.toMs)) };
}

function fillBand(
  { ctx, y }: DrawingFrame,
  band: { readonly low: number; readonly high: number },
  left: number,
  right: number,
  color: string,
  alpha: number,
): void {
  const top = Math.round(y(band.high));
  ctx.globalAlpha = alpha;
  ctx.fillStyle = color;
  ctx.fillRect(left, top, right - left, Math.max(1, Math.round(y(band.low)) - top));
}
