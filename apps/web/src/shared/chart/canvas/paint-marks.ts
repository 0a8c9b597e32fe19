import type { Chart, IndicatorDrawParams, XAxis } from 'klinecharts';
import type { Box } from '../labels/box.ts';
import { candleBoxes } from '../labels/candle-boxes.ts';
import type { LabelPlot } from '../labels/label-scene.ts';
import { type LabelLayout, layOutLabels } from '../labels/lay-out-labels.ts';
import type { TradeGroup } from '../labels/trade-groups.ts';
import { barPosition } from '../marks/bar-position.ts';
import type { ChartMarks } from '../marks/chart-marks.ts';
import { type DrawingFrame, labelFont } from './frame.ts';
import { paintGapLabels, paintGaps } from './paint-gaps.ts';
import { paintResults, paintSignals } from './paint-results.ts';
import { paintChips, paintTradeAreas, paintTrades } from './paint-trades.ts';
import { paintZoneAreas, paintZoneLabels, paintZoneLines } from './paint-zones.ts';
import type { Palette } from './palette.ts';
import { textWidth } from './text-width.ts';

export type MarkScene = {
  readonly marks: ChartMarks;
  /** The open trades of `marks` in groups. */
  readonly groups: readonly TradeGroup[];
  readonly palette: Palette;
  /** The candles on the screen, one per bar, if they are not the market candles. */
  readonly drawn: readonly { readonly high: number; readonly low: number }[] | null;
  readonly periodMs: number;
  readonly nowMs: number;
  /** The height of the row of buttons and figures at the top of the chart, in pixels. */
  readonly controlsPx: number;
  /** The height of the foot in which the handle of the expiry moves, in pixels. */
  readonly footPx: number;
};

type DrawParams = IndicatorDrawParams<unknown, unknown, unknown>;

const NO_GAPS: readonly never[] = [];

/**
 * Draws all marks into the candle pane: areas below the candles, lines and texts above them.
 * @returns the boxes of the labels, or null if there are no candles
 */
export function paintMarks(scene: MarkScene, params: DrawParams): LabelLayout | null {
  const { marks, groups } = scene;
  if (params.chart.getDataList().length === 0) return null;
  const frame = toFrame(scene, params);
  const gaps = marks.gaps ?? NO_GAPS;
  const layout = layOutLabels({ ...marks, groups, gaps }, toPlot(scene, frame, params));
  paintBelowCandles(frame, marks);
  paintAboveCandles(frame, marks, layout);
  return layout;
}

function paintBelowCandles(frame: DrawingFrame, marks: ChartMarks): void {
  const { ctx } = frame;
  ctx.save();
  // The library does not reset the canvas state after this function.
  ctx.setLineDash([]);
  ctx.globalCompositeOperation = 'destination-over';
  paintTradeAreas(frame, marks.trades);
  paintZoneAreas(frame, marks.zones);
  ctx.restore();
}

function paintAboveCandles(frame: DrawingFrame, marks: ChartMarks, layout: LabelLayout): void {
  const { ctx } = frame;
  ctx.save();
  ctx.setLineDash([]);
  ctx.globalCompositeOperation = 'source-over';
  paintGaps(frame, marks.gaps ?? NO_GAPS);
  paintZoneLines(frame, marks.zones);
  paintSignals(frame, layout.signals);
  paintTrades(frame, marks.trades);
  paintGapLabels(frame, layout.gaps);
  paintZoneLabels(frame, layout.zones);
  paintResults(frame, layout.results);
  paintChips(frame, layout.chips);
  ctx.restore();
}

function toFrame(scene: MarkScene, { ctx, chart, bounding, xAxis, yAxis }: DrawParams): DrawingFrame {
  const { palette, periodMs, nowMs } = scene;
  return {
    ctx,
    palette,
    nowMs,
    width: bounding.width,
    height: bounding.height,
    x: timeScale(chart, xAxis, periodMs),
    y: (price) => yAxis.convertToPixel(price),
    lastPrice: chart.getDataList().at(-1)?.close ?? 0,
  };
}

function toPlot(
  { palette, controlsPx, footPx, drawn }: MarkScene,
  frame: DrawingFrame,
  { ctx, chart, xAxis }: DrawParams,
): LabelPlot {
  const { width, height, nowMs, x, y } = frame;
  const font = labelFont(palette);
  const { bar: barWidthPx } = chart.getBarSpace();
  const controls: Box = { left: 0, top: 0, width, height: controlsPx };
  const foot: Box = { left: 0, top: height - footPx, width, height: footPx };
  return {
    width,
    height,
    nowMs,
    x,
    y,
    candles: candleBoxes(shownBars(chart, drawn), {
      firstLeftPx: xAxis.convertToPixel(0) - barWidthPx / 2,
      barWidthPx,
      y,
    }),
    controls: [controls, foot],
    textWidth: (text) => textWidth(ctx, font, text),
  };
}

/**
 * Returns the bars that labels must not cover. A layer is one frame late after a new bar; the market bars then count.
 */
function shownBars(chart: Chart, drawn: MarkScene['drawn']): NonNullable<MarkScene['drawn']> {
  const bars = chart.getDataList();
  return drawn?.length === bars.length ? drawn : bars;
}

/**
 * Returns a function that converts a time to its x coordinate. It also converts times in a gap, before the first bar
 * and after the last bar.
 */
function timeScale(chart: Chart, xAxis: XAxis, periodMs: number): (timeMs: number) => number {
  const bars = chart.getDataList();
  const { bar: barWidthPx } = chart.getBarSpace();
  const firstLeftPx = xAxis.convertToPixel(0) - barWidthPx / 2;
  return (timeMs) => firstLeftPx + barPosition(bars, periodMs, timeMs) * barWidthPx;
}
