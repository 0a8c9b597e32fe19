import type { Chart, IndicatorDrawParams, KLineData } from 'klinecharts';
import { barPosition, timeAtPosition } from '../marks/bar-position.ts';
import type { ViewStore } from '../view/chart-view.ts';

/** Updates the store that maps times and prices to pixels. */
export function updateView(
  view: ViewStore,
  { chart, bounding, xAxis, yAxis }: IndicatorDrawParams<unknown, unknown, unknown>,
  symbol: string,
  periodMs: number,
): void {
  const bars = chart.getDataList();
  const { width, height } = bounding;
  const { bar: barWidthPx } = chart.getBarSpace();
  const firstLeftPx = xAxis.convertToPixel(0) - barWidthPx / 2;
  const { from, to } = yAxis.getRange();
  const ends = [bars[0]?.timestamp ?? 0, bars.at(-1)?.timestamp ?? 0];
  view.update([symbol, periodMs, width, height, barWidthPx, firstLeftPx, from, to, ...ends], () => ({
    width,
    height,
    barWidthPx,
    isLive: firstLeftPx + (bars.length - 1) * barWidthPx < width,
    x: (timeMs) => firstLeftPx + barPosition(bars, periodMs, timeMs) * barWidthPx,
    y: (price) => yAxis.convertToPixel(price),
    timeAt: (x) => timeAtPosition(bars, periodMs, (x - firstLeftPx) / barWidthPx),
    priceAt: (y) => yAxis.convertFromPixel(y),
  }));
}

/** Returns the candle under the crosshair from the event data of the library, or null if there is none. */
export function barAtCrosshair(data: unknown, chart: Chart): KLineData | null {
  if (typeof data !== 'object' || data === null || !('x' in data) || typeof data.x !== 'number') return null;
  const points = chart.convertFromPixel([{ x: data.x }]);
  const index = Array.isArray(points) ? points[0]?.dataIndex : points.dataIndex;
  return index === undefined ? null : (chart.getDataList()[index] ?? null);
}

/** Scrolls stored candles to the start that the user chose, and shows it a little left of the middle. */
export function scrollToStart(chart: Chart, startS: number | null): void {
  if (startS === null) return;
  const bars = chart.getDataList();
  const index = bars.findIndex(({ timestamp }) => timestamp >= startS * 1_000);
  const { from, to } = chart.getVisibleRange();
  if (index >= 0) chart.scrollToDataIndex(Math.min(bars.length - 1, index + Math.round((to - from) * 0.6)));
}
