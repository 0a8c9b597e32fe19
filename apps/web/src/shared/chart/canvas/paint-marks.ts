import type { Chart, IndicatorDrawParams, XAxis } from 'klinecharts';
import { barPosition } from '../marks/bar-position.ts';
import type { ChartMarks } from '../marks/chart-marks.ts';
import type { Box, Frame } from './frame.ts';
import { paintGaps } from './paint-gaps.ts';
import { paintResults, paintSignals, paintTradeAreas, paintTrades } from './paint-trades.ts';
import { paintZoneAreas, paintZoneLabels, paintZoneLines } from './paint-zones.ts';
import type { Palette } from './palette.ts';

export type MarkScene = {
  readonly marks: ChartMarks;
  readonly palette: Palette;
  readonly periodMs: number;
  readonly nowMs: number;
  /** Whether drawing tools cover part of a narrow chart. */
  readonly hasTools: boolean;
};

const NARROW_PX = 480;
/** The box in the top left corner that the buttons and the legend cover. */
const LEGEND_BOX: Box = { left: 0, top: 0, width: 510, height: 34 };
const TOOLS_BOX: Box = { left: 0, top: 0, width: 292, height: 58 };

/** Draws all marks into the candle pane: areas below the candles, lines and texts above them. */
export function paintMarks(scene: MarkScene, params: IndicatorDrawParams<unknown, unknown, unknown>): void {
  const { marks } = scene;
  if (params.chart.getDataList().length === 0) return;
  const frame = toFrame(scene, params);
  const { ctx } = frame;
  ctx.save();
  // The library does not reset the canvas state after this function.
  ctx.setLineDash([]);
  ctx.globalCompositeOperation = 'destination-over';
  paintTradeAreas(frame, marks.trades);
  paintZoneAreas(frame, marks.zones);
  ctx.restore();
  ctx.save();
  ctx.setLineDash([]);
  ctx.globalCompositeOperation = 'source-over';
  paintGaps(frame, marks.gaps ?? []);
  paintZoneLines(frame, marks.zones);
  paintSignals(frame, marks.signals);
  paintTrades(frame, marks.trades);
  paintResults(frame, marks.results);
  paintZoneLabels(frame, marks.zones);
  ctx.restore();
}

function toFrame(
  scene: MarkScene,
  { ctx, chart, bounding, xAxis, yAxis }: IndicatorDrawParams<unknown, unknown, unknown>,
): Frame {
  const { palette, periodMs, nowMs, hasTools } = scene;
  const narrow = bounding.width < NARROW_PX;
  return {
    ctx,
    palette,
    nowMs,
    width: bounding.width,
    height: bounding.height,
    x: timeScale(chart, xAxis, periodMs),
    y: (price) => yAxis.convertToPixel(price),
    lastPrice: chart.getDataList().at(-1)?.close ?? 0,
    narrow,
    taken: narrow ? (hasTools ? [TOOLS_BOX] : []) : [LEGEND_BOX],
  };
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
