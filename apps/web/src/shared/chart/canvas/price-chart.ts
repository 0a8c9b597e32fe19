import { TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import {
  type AxisTick,
  type Chart,
  dispose,
  type IndicatorDrawParams,
  init,
  type KLineData,
  type Period,
  registerIndicator,
  registerLocale,
  registerOverlay,
} from 'klinecharts';
import { displayZone } from '#shared/lib/display-zone.ts';
import { formatDateTime, formatDay, formatLongCountdown, formatMinute, formatPrice } from '#shared/lib/format.ts';
import { stream } from '#shared/lib/stream.ts';
import type { ShownIndicator } from '../indicators/choices.ts';
import { barPosition, timeAtPosition } from '../marks/bar-position.ts';
import { type ChartMarks, NO_MARKS } from '../marks/chart-marks.ts';
import { chartMessages } from '../messages.es.ts';
import { ViewStore } from '../view/chart-view.ts';
import { Told } from '../view/told.ts';
import { CandleFeed, type LoadState, type Series } from './candle-feed.ts';
import { chartStyles } from './chart-styles.ts';
import { ENTRY_TAG, entryTagTemplate } from './entry-tag.ts';
import { IndicatorPlots } from './indicator-plots.ts';
import { leaveVerticalToPage } from './page-scroll.ts';
import { type MarkScene, paintMarks } from './paint-marks.ts';
import { type Palette, readPalette } from './palette.ts';
import { timeTicks } from './time-ticks.ts';

const LOCALE = 'es';
const MARKS = 'marks';
const CANDLE_PANE = 'candle_pane';
const BAR_WIDTH_PX = 8;
/** Thinner ones are no candles any more. */
const MIN_BAR_WIDTH_PX = 2.5;
const PRICE_AXIS_PX = 60;
const RIGHT_GAP = 0.14;
const TICK_GAP_PX = 78;
/** A tick nearer to the edge would be cut off. */
const TICK_MARGIN_PX = 18;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

registerLocale(LOCALE, chartMessages.locale);
registerOverlay(entryTagTemplate);
registerIndicator({ name: MARKS, calc: () => [] });

const PERIODS: Readonly<Record<Timeframe, Period>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
};

export type ShownSeries = Series & {
  readonly decimals: number;
  /** How many candles are in view to begin with; as many as fit at the usual width without it. */
  readonly bars?: number;
};

export type PriceChartSurroundings = {
  readonly onLoad: (state: LoadState) => void;
  /** Whether drawing tools lie over it where it is narrow. */
  readonly hasTools: boolean;
};

/** The chart library behind one door: a series, marks on it, our colours. */
export class PriceChart {
  readonly #chart: Chart;
  readonly #box: HTMLElement;
  readonly #feed: CandleFeed;
  readonly #resizing: ResizeObserver;
  readonly #plots: IndicatorPlots;
  readonly #stopLeaving: () => void;
  readonly #hasTools: boolean;
  /** The candle under the crosshair, else the last one. */
  readonly told = new Told<KLineData | null>(null);
  /** Where times and prices lie, for what is drawn beside the canvas. */
  readonly view = new ViewStore();
  #series: ShownSeries;
  #palette: Palette;
  #marks: ChartMarks = NO_MARKS;
  #indicators: readonly ShownIndicator[] = [];
  #markVersion = 0;
  #hovered: KLineData | null = null;

  /** @throws where the browser gives no canvas */
  constructor(box: HTMLElement, series: ShownSeries, around: PriceChartSurroundings) {
    this.#box = box;
    this.#series = series;
    this.#hasTools = around.hasTools;
    this.#palette = readPalette();
    const chart = init(box, {
      locale: LOCALE,
      timezone: displayZone(),
      styles: chartStyles(this.#palette),
      hotkey: { enabled: false },
      thousandsSeparator: { sign: '', format: (value) => localPrice(String(value)) },
      decimalFold: { format: String },
      formatter: {
        formatDate: ({ timestamp, type }) =>
          type === 'xAxis' ? this.#tickText(timestamp) : this.#wholeTimeText(timestamp),
        formatExtendText: ({ data }) => formatLongCountdown(data.timestamp + this.#periodMs - stream.serverNow()),
      },
    });
    if (!chart) throw new Error('the chart library found no canvas');
    this.#chart = chart;
    this.#plots = new IndicatorPlots(chart);
    this.#feed = new CandleFeed({
      series: () => this.#series,
      bars: () => chart.getDataList(),
      onLoad: (state) => {
        around.onLoad(state);
        this.#tellCandle();
      },
    });
    this.#dress();
    this.#resizing = new ResizeObserver(() => chart.resize());
    this.#resizing.observe(box);
    this.#stopLeaving = leaveVerticalToPage(box);
  }

  show(series: ShownSeries): void {
    this.#series = series;
    this.#hovered = null;
    this.#chart.setSymbol({ ticker: series.symbol, pricePrecision: series.decimals, volumePrecision: 0 });
    this.#chart.setPeriod(PERIODS[series.timeframe]);
    this.#showPlots();
  }

  setMarks(marks: ChartMarks): void {
    this.#marks = marks;
    this.#redrawMarks();
  }

  setIndicators(indicators: readonly ShownIndicator[]): void {
    this.#indicators = indicators;
    this.#showPlots();
  }

  /** The element in which the candles are drawn; what lies in it moves with them. */
  get stage(): HTMLElement | null {
    return this.#chart.getDom(CANDLE_PANE, 'main');
  }

  reveal(timeMs: number): void {
    this.#chart.scrollToTimestamp(timeMs);
  }

  /** Moves the view by a share of its width; positive is back in time. */
  scroll(share: number): void {
    this.#chart.scrollByDistance(share * (this.view.current()?.width ?? 0));
  }

  /** Makes the candles so many times as wide. */
  zoom(factor: number): void {
    this.#chart.zoomAtCoordinate(factor);
  }

  /** Scrolls back to the forming candle. */
  goLive(): void {
    this.#chart.scrollToRealTime();
  }

  /** Takes the colours of the document as they are now. */
  recolor(): void {
    this.#palette = readPalette();
    this.#chart.setStyles(chartStyles(this.#palette));
    this.#showPlots();
    this.#redrawMarks();
  }

  reload(): void {
    this.#chart.resetData();
  }

  dispose(): void {
    this.#stopLeaving();
    this.#feed.stop();
    this.#resizing.disconnect();
    this.#box.removeEventListener('pointerleave', this.#leave);
    dispose(this.#box);
  }

  #scene(): MarkScene {
    return {
      marks: this.#marks,
      palette: this.#palette,
      periodMs: this.#periodMs,
      nowMs: stream.serverNow(),
      hasTools: this.#hasTools,
    };
  }

  get #periodMs(): number {
    return TIMEFRAME_SECONDS[this.#series.timeframe] * 1_000;
  }

  /** Everything that is set once. */
  #dress(): void {
    const chart = this.#chart;
    for (const child of this.#box.children) {
      if (!(child instanceof HTMLElement)) continue;
      // The library gives its box a place of its own in the tab order, ahead of everything,
      child.tabIndex = -1;
      // and every finger to itself.
      child.style.touchAction = 'pan-y';
      child.style.overscrollBehavior = 'auto';
    }
    chart.setBarSpace(this.#barWidthPx());
    chart.setOffsetRightDistance(Math.round(this.#box.clientWidth * RIGHT_GAP));
    chart.createIndicator(
      {
        name: MARKS,
        paneId: CANDLE_PANE,
        // Above the lines of the indicators, which would strike the words through.
        zLevel: 1,
        draw: (params) => {
          this.#updateView(params);
          paintMarks(this.#scene(), params);
          this.#tellCandle();
          return true;
        },
      },
      true,
    );
    chart.overrideXAxis({
      name: 'normal',
      createTicks: ({ range, bounding }) =>
        this.#ticks(range.realFrom, range.realTo).filter(
          ({ coord }) => coord >= TICK_MARGIN_PX && coord <= bounding.width - TICK_MARGIN_PX,
        ),
    });
    chart.subscribeAction('onCrosshairChange', (data) => {
      this.#hovered = barUnder(data, chart);
      this.#tellCandle();
    });
    this.#box.addEventListener('pointerleave', this.#leave);
    chart.setDataLoader(this.#feed);
    this.show(this.#series);
  }

  #updateView({ chart, bounding, xAxis, yAxis }: IndicatorDrawParams<unknown, unknown, unknown>): void {
    const bars = chart.getDataList();
    const periodMs = this.#periodMs;
    const { width, height } = bounding;
    const { bar: barWidthPx } = chart.getBarSpace();
    const firstLeftPx = xAxis.convertToPixel(0) - barWidthPx / 2;
    const { from, to } = yAxis.getRange();
    const ends = [bars[0]?.timestamp ?? 0, bars.at(-1)?.timestamp ?? 0];
    this.view.update(
      [this.#series.symbol, periodMs, width, height, barWidthPx, firstLeftPx, from, to, ...ends],
      () => ({
        width,
        height,
        barWidthPx,
        isLive: firstLeftPx + (bars.length - 1) * barWidthPx < width,
        x: (timeMs) => firstLeftPx + barPosition(bars, periodMs, timeMs) * barWidthPx,
        y: (price) => yAxis.convertToPixel(price),
        timeAt: (x) => timeAtPosition(bars, periodMs, (x - firstLeftPx) / barWidthPx),
        priceAt: (y) => yAxis.convertFromPixel(y),
      }),
    );
  }

  #barWidthPx(): number {
    const { bars } = this.#series;
    if (bars === undefined) return BAR_WIDTH_PX;
    const room = this.#box.clientWidth * (1 - RIGHT_GAP) - PRICE_AXIS_PX;
    return Math.min(BAR_WIDTH_PX, Math.max(MIN_BAR_WIDTH_PX, room / bars));
  }

  readonly #leave = (): void => {
    this.#hovered = null;
    this.#tellCandle();
  };

  #ticks(from: number, to: number): AxisTick[] {
    const bars = this.#chart.getDataList();
    const { bar: barWidthPx } = this.#chart.getBarSpace();
    return timeTicks({ bars, periodMs: this.#periodMs, barWidthPx, from, to }, this.#tickGapPx).map(
      ({ index, timeMs }) => ({ coord: this.#barX(index), value: timeMs, text: this.#tickText(timeMs) }),
    );
  }

  /** Ticks with a date need more room. */
  get #tickGapPx(): number {
    return this.#periodMs < HOUR_MS ? TICK_GAP_PX : 1.6 * TICK_GAP_PX;
  }

  #barX(index: number): number {
    const pixel = this.#chart.convertToPixel({ dataIndex: index });
    return Array.isArray(pixel) ? 0 : (pixel.x ?? 0);
  }

  #tickText(timeMs: number): string {
    return this.#periodMs < HOUR_MS ? formatMinute(timeMs) : this.#wholeTimeText(timeMs);
  }

  #wholeTimeText(timeMs: number): string {
    return this.#periodMs < DAY_MS ? formatDateTime(timeMs) : formatDay(timeMs);
  }

  #tellCandle(): void {
    this.told.set(this.#hovered ?? this.#chart.getDataList().at(-1) ?? null);
  }

  #showPlots(): void {
    this.#plots.show(this.#indicators, { palette: this.#palette, decimals: this.#series.decimals });
  }

  #redrawMarks(): void {
    this.#markVersion += 1;
    this.#chart.overrideIndicator({ name: MARKS, paneId: CANDLE_PANE, extendData: this.#markVersion });
    this.#chart.removeOverlay({ name: ENTRY_TAG });
    const { trades } = this.#marks;
    if (trades.length === 0) return;
    this.#chart.createOverlay({
      name: ENTRY_TAG,
      lock: true,
      points: trades.map(({ entryMs, entryPrice }) => ({ timestamp: entryMs, value: entryPrice })),
      extendData: {
        tags: trades.map(({ entryPrice, direction }) => ({
          text: formatPrice(entryPrice, this.#series.decimals),
          color: this.#palette.side[direction].text,
        })),
        palette: this.#palette,
      },
    });
  }
}

/** `1.08571` as the user's language writes it, with the decimals it came with. */
function localPrice(text: string): string {
  const value = Number(text);
  return Number.isFinite(value) ? formatPrice(value, text.split('.')[1]?.length ?? 0) : text;
}

function barUnder(data: unknown, chart: Chart): KLineData | null {
  if (typeof data !== 'object' || data === null || !('x' in data) || typeof data.x !== 'number') return null;
  const points = chart.convertFromPixel([{ x: data.x }]);
  const index = Array.isArray(points) ? points[0]?.dataIndex : points.dataIndex;
  return index === undefined ? null : (chart.getDataList()[index] ?? null);
}
