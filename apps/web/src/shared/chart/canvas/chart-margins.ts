import type { Chart } from 'klinecharts';
import type { ChartKind } from '../chart-kinds.ts';
import { hasOwnPane, type ShownIndicator } from '../indicators/choices.ts';

const NARROW_PX = 480;
/** Share of the width that stays free after the last candle on a chart without trades. */
const RIGHT_GAP = 0.14;
/** Width in pixels of the space after the last candle on a chart with trades. The chips of the trades fit into it. */
const GUTTER_PX = { narrow: 110, wide: 168 } as const;
/** Height in pixels of the row with the legend. With tools it contains buttons, which are as high as a fingertip. */
const CONTROLS_PX = { tools: 54, legend: 34 } as const;
/** Height in pixels of a line of the legend, which is below the tools on a phone. */
const LEGEND_LINE_PX = 18;
/** Widest window in pixels with the legend below the tools. The classes `max-[480px]` of the legend say the same. */
const PHONE_PX = 480;
/** Height in pixels of the foot of a chart with tools, in which the handle of the expiry moves. */
export const CHART_FOOT_PX = 28;
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

/** Sets the width of the candles and the space after the last one, for a chart of this width in pixels. */
export function setWidths(
  chart: Chart,
  widthPx: number,
  { hasTools, bars }: { readonly hasTools: boolean; readonly bars: number | undefined },
): void {
  const gapPx = rightGapPx(widthPx, hasTools);
  chart.setBarSpace(barWidthPx(widthPx - gapPx, bars));
  chart.setOffsetRightDistance(gapPx);
}

/**
 * Returns the height in pixels of the legend below the tools: on a phone a line with the indicators over the prices,
 * and two with the note about Heikin Ashi candles. In a wider window the legend is beside the tools, or a small chart
 * among several has none.
 */
export function legendBelowPx(windowPx: number, indicators: readonly ShownIndicator[], kind: ChartKind): number {
  if (windowPx > PHONE_PX) return 0;
  const isOverPrices = indicators.some(({ choice }) => !hasOwnPane(choice));
  return LEGEND_LINE_PX * ((isOverPrices ? 1 : 0) + (kind === 'heikin_ashi' ? 2 : 0));
}

/**
 * Returns the height in pixels of the buttons and figures at the top of a chart. A narrow chart without tools has no
 * legend.
 * @param legendPx see {@link legendBelowPx}
 */
export function controlsPx(widthPx: number, hasTools: boolean, legendPx: number): number {
  if (hasTools) return CONTROLS_PX.tools + legendPx;
  return widthPx < NARROW_PX ? 0 : CONTROLS_PX.legend;
}

/**
 * Returns the gap above the highest candle as a share of the visible price range, as the library expects it, so that
 * the gap is this many pixels high.
 */
export const topGapShare = (heightPx: number, gapPx: number): number =>
  (gapPx * (1 + BOTTOM_GAP)) / Math.max(1, heightPx - gapPx);

/** Leaves the tools and the legend below them free of candles, at the current height of the pane. */
export function keepControlsClear(chart: Chart, paneId: string, heightOfControlsPx: number): void {
  const heightPx = chart.getSize(paneId, 'main')?.height ?? 0;
  const top = topGapShare(heightPx, heightOfControlsPx + CLEARANCE_PX);
  if (heightPx > 0) chart.overrideYAxis({ paneId, gap: { top, bottom: BOTTOM_GAP } });
}
