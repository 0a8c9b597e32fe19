import { TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import { barPosition } from '../marks/bar-position.ts';
import { candleBoxes } from './candle-boxes.ts';
import type { LabelPlot } from './label-scene.ts';

export const NOW_MS = Date.parse('2026-11-21T15:00:30.000Z');

type Bar = { readonly timestamp: number; readonly high: number; readonly low: number };

type PlotSize = {
  readonly width: number;
  readonly height: number;
  readonly timeframe?: Timeframe;
  /** Width in pixels of the space after the last candle. Negative if the last candle is out of view. */
  readonly gutterPx?: number;
  readonly controlsPx?: number;
};

/**
 * Returns a plot with candles of 8 pixels up to {@link NOW_MS}. Prices from 100 to 101 fill the height. `bars` gives
 * the high and the low of each candle, oldest first.
 */
export function testingPlot(
  bars: readonly (readonly [high: number, low: number])[],
  { width, height, timeframe = '1m', gutterPx = 106, controlsPx = 54 }: PlotSize,
): LabelPlot {
  const periodMs = TIMEFRAME_SECONDS[timeframe] * 1_000;
  const lastMs = Math.floor(NOW_MS / periodMs) * periodMs;
  const list: Bar[] = bars.map(([high, low], index) => ({
    timestamp: lastMs - (bars.length - 1 - index) * periodMs,
    high,
    low,
  }));
  const barWidthPx = 8;
  const firstLeftPx = width - gutterPx - list.length * barWidthPx;
  const y = (price: number) => (101 - price) * height;
  return {
    width,
    height,
    nowMs: NOW_MS,
    x: (timeMs) => firstLeftPx + barPosition(list, periodMs, timeMs) * barWidthPx,
    y,
    candles: candleBoxes(list, { firstLeftPx, barWidthPx, y }),
    controls: [{ left: 0, top: 0, width, height: controlsPx }],
    textWidth: (text) => text.length * 7,
  };
}
