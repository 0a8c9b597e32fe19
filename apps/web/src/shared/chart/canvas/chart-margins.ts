import type { Chart } from 'klinecharts';

const NARROW_PX = 480;
/** Share of the width that stays free after the last candle on a chart without trades. */
const RIGHT_GAP = 0.14;
/** Width in pixels of the space after the last candle on a chart with trades. The chips of the trades fit into it. */
const GUTTER_PX = { narrow: 110, wide: 168 } as const;
/** Height in pixels of the row with the legend. With tools it contains buttons, which are as high as a fingertip. */
const CONTROLS_PX = { tools: 54, legend: 34 } as const;
/** Height in pixels of the foot of a chart with tools, in which the handle of the expiry moves. */
export const FOOT_PX = 28;
/** Space in pixels between the row with the tools and the highest candle. */
const CLEARANCE_PX = 8;
/** Default space below the lowest candle, as a share of the visible price range. */
const BOTTOM_GAP = 0.1;
const BAR_WIDTH_PX = 8;
/** Smallest width of a candle in pixels. A narrower one does not look like a candle. */
const MIN_BAR_WIDTH_PX = 2.5;
const PRICE_AXIS_PX = 60;

/**
 * Returns the width in pixels of a candle with its space.
 * @param roomPx the width of the candles with the price axis
 * @param bars the number of candles to show at first. By default the candles have the usual width
 */
export function barWidthPx(roomPx: number, bars: number | undefined): number {
  if (bars === undefined) return BAR_WIDTH_PX;
  return Math.min(BAR_WIDTH_PX, Math.max(MIN_BAR_WIDTH_PX, (roomPx - PRICE_AXIS_PX) / bars));
}

/** Returns the distance in pixels between the last candle and the right edge of a chart of this width. */
export function rightGapPx(widthPx: number, hasTools: boolean): number {
  if (!hasTools) return Math.round(widthPx * RIGHT_GAP);
  return widthPx < NARROW_PX ? GUTTER_PX.narrow : GUTTER_PX.wide;
}

/**
 * Returns the height in pixels of the row of buttons and figures at the top of a chart. A narrow chart has no legend.
 */
export function controlsPx(widthPx: number, hasTools: boolean): number {
  if (hasTools) return CONTROLS_PX.tools;
  return widthPx < NARROW_PX ? 0 : CONTROLS_PX.legend;
}

/**
 * Returns the gap above the highest candle as a share of the visible price range, as the library expects it, so that
 * the gap is this many pixels high.
 */
export const topGapShare = (heightPx: number, gapPx: number): number =>
  (gapPx * (1 + BOTTOM_GAP)) / Math.max(1, heightPx - gapPx);

/** Leaves the row with the tools free of candles, at the current height of the pane. */
export function keepToolsClear(chart: Chart, paneId: string): void {
  const heightPx = chart.getSize(paneId, 'main')?.height ?? 0;
  const top = topGapShare(heightPx, CONTROLS_PX.tools + CLEARANCE_PX);
  if (heightPx > 0) chart.overrideYAxis({ paneId, gap: { top, bottom: BOTTOM_GAP } });
}
