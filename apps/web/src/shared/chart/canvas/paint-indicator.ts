import type { IndicatorDrawParams } from 'klinecharts';
import type { IndicatorChoice, ShownIndicator } from '../indicators/choices.ts';
import type { IndicatorRow } from '../indicators/fold-of.ts';
import { lineLookOf } from '../indicators/line-looks.ts';
import type { Palette } from './palette.ts';

export const RSI_GUIDES = [30, 70] as const;

const LINE_PX = 1.25;
const BAND_ALPHA = 0.06;

type Params = IndicatorDrawParams<unknown, unknown, unknown>;
type Key = keyof IndicatorRow;
export type PlotLine = { readonly key: Key; readonly color: string; readonly dash: number[] };
/** An indicator as it is drawn. It is made once, not in every frame. */
export type Plot = { readonly choice: IndicatorChoice; readonly lines: readonly PlotLine[] };

const SOLID: number[] = [];

/** Returns the lines of an indicator, from the lowest layer to the highest. */
export function linesOf({ choice, tone }: ShownIndicator, palette: Palette): readonly PlotLine[] {
  const { hue, dash } = lineLookOf(tone);
  switch (choice.kind) {
    case 'ema':
    case 'sma':
      return [{ key: 'line', color: palette[hue], dash }];
    case 'rsi':
      return [{ key: 'line', color: palette.accent, dash: SOLID }];
    case 'bollinger':
      return (['upper', 'middle', 'lower'] as const).map((key) => ({ key, color: palette.text3, dash }));
    case 'macd':
      return [
        { key: 'line', color: palette.accent, dash: SOLID },
        { key: 'signal', color: palette.warn, dash: SOLID },
      ];
  }
}

/**
 * Draws an indicator with its guide lines. `rows` has one row per bar. The library's own drawing function is several
 * times slower, because it creates objects for each line and bar on every tick.
 */
export function paintIndicator(
  params: Params,
  { choice, lines }: Plot,
  rows: readonly IndicatorRow[],
  palette: Palette,
): void {
  const { ctx } = params;
  ctx.setLineDash([]);
  if (choice.kind === 'rsi') paintGuides(params, palette);
  if (choice.kind === 'bollinger') paintBand(params, rows, palette);
  if (choice.kind === 'macd') paintHistogram(params, rows, palette);
  ctx.lineWidth = LINE_PX;
  for (const { key, color, dash } of lines) {
    ctx.strokeStyle = color;
    ctx.setLineDash(dash);
    ctx.beginPath();
    trace(params, rows, key);
    ctx.stroke();
  }
  ctx.setLineDash(SOLID);
}

/** Draws the line through the visible values, and one more bar beyond each edge. */
function trace({ ctx, chart, xAxis, yAxis }: Params, rows: readonly IndicatorRow[], key: Key, isBack = false): void {
  const { from, to } = chart.getVisibleRange();
  const [first, last] = [Math.max(0, from - 1), Math.min(rows.length - 1, to)];
  for (let step = 0; step <= last - first; step += 1) {
    const index = isBack ? last - step : first + step;
    const value = rows[index]?.[key];
    if (value !== undefined) ctx.lineTo(xAxis.convertToPixel(index), yAxis.convertToPixel(value));
  }
}

function paintBand(params: Params, rows: readonly IndicatorRow[], palette: Palette): void {
  const { ctx } = params;
  ctx.beginPath();
  trace(params, rows, 'upper');
  trace(params, rows, 'lower', true);
  ctx.closePath();
  ctx.globalAlpha = BAND_ALPHA;
  ctx.fillStyle = palette.text2;
  ctx.fill();
  ctx.globalAlpha = 1;
}

function paintHistogram({ ctx, chart, xAxis, yAxis }: Params, rows: readonly IndicatorRow[], { side }: Palette): void {
  const { from, to } = chart.getVisibleRange();
  const { halfGapBar } = chart.getBarSpace();
  const zeroY = yAxis.convertToPixel(0);
  for (let index = from; index < Math.min(rows.length, to); index += 1) {
    const value = rows[index]?.histogram;
    if (value === undefined) continue;
    const y = yAxis.convertToPixel(value);
    ctx.fillStyle = side[value >= 0 ? 'CALL' : 'PUT'].candle;
    ctx.fillRect(
      xAxis.convertToPixel(index) - halfGapBar,
      Math.min(y, zeroY),
      Math.max(1, halfGapBar * 2),
      Math.max(1, Math.abs(y - zeroY)),
    );
  }
}

function paintGuides({ ctx, bounding, yAxis }: Params, palette: Palette): void {
  ctx.setLineDash([2, 4]);
  ctx.lineWidth = 1;
  ctx.strokeStyle = palette.lineControl;
  for (const guide of RSI_GUIDES) {
    const y = Math.round(yAxis.convertToPixel(guide)) + 0.5;
    ctx.beginPath();
    ctx.moveTo(0, y);
    ctx.lineTo(bounding.width, y);
    ctx.stroke();
  }
  ctx.setLineDash([]);
}
