import type { SceneFrameOfReference } from './market-scene.ts';

const AXIS_WIDTH = 66;
const TIME_AXIS_HEIGHT = 24;
const TOP = 28;
/** Space in pixels below the lowest price, for the bracket of the run of candles and its label. */
const BOTTOM = 46;
const MINUTE = 60;

/** Geometry of the chart in pixels. */
export type ChartLayout = {
  /** Open time of the first visible candle, in epoch seconds. */
  readonly startTime: number;
  readonly width: number;
  readonly height: number;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly axisWidth: number;
  /** Distance between two candles, in pixels. */
  readonly pitch: number;
  readonly bodyWidth: number;
  /** Returns the x coordinate of the centre of a candle. `time` is its open time in epoch seconds. */
  readonly x: (time: number) => number;
  readonly y: (price: number) => number;
};

/**
 * Computes the geometry.
 * @param startTime open time of the first visible candle, in epoch seconds
 */
export function layOutChart(
  reference: SceneFrameOfReference,
  startTime: number,
  { width, height }: { readonly width: number; readonly height: number },
): ChartLayout {
  const plotWidth = width - AXIS_WIDTH;
  const plotHeight = height - TIME_AXIS_HEIGHT;
  const pitch = plotWidth / (reference.candles + 1);
  const perPrice = (plotHeight - TOP - BOTTOM) / (reference.high - reference.low);
  return {
    startTime,
    width,
    height,
    plotWidth,
    plotHeight,
    axisWidth: AXIS_WIDTH,
    pitch,
    bodyWidth: Math.max(2, Math.round(pitch * 0.66)),
    x: (time) => ((time - startTime) / MINUTE + 0.5) * pitch,
    y: (price) => TOP + (reference.high - price) * perPrice,
  };
}

/** Returns four to seven round prices within the range. */
export function priceMarks({ low, high }: SceneFrameOfReference): readonly number[] {
  const step = roundStep((high - low) / 4);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

function roundStep(atMost: number): number {
  const power = 10 ** Math.floor(Math.log10(atMost));
  return [5, 2, 1].map((digit) => digit * power).find((step) => step <= atMost) ?? power;
}

/** Returns every tenth visible minute. */
export function timeMarks({ candles }: SceneFrameOfReference, startTime: number): readonly number[] {
  const first = Math.ceil(startTime / (10 * MINUTE)) * 10 * MINUTE;
  const last = startTime + (candles - 1) * MINUTE;
  return Array.from(
    { length: Math.floor((last - first) / (10 * MINUTE)) + 1 },
    (_, index) => first + index * 10 * MINUTE,
  );
}
